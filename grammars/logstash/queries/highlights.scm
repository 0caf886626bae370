; Words of the language

(section_type) @keyword
["if" "else" "elseif"] @keyword.conditional
(boolean_operator) @keyword.operator
["in"] @keyword.operator
(not_in) @keyword.operator
["==" "!=" "<" "<=" ">" ">=" "=~" "!~" "!" "=>"] @operator

["{" "}" "[" "]" "(" ")"] @punctuation.bracket
"," @punctuation.delimiter

; Values

(string) @string
(escape_sequence) @string.escape
(number) @number
(bareword) @constant
((bareword) @boolean (#match? @boolean "^(true|false)$"))
(regexp) @string.regexp
(comment) @comment

; Names. They come after the values, as a name can be a string.

(plugin name: (_) @function)
(method_call name: (name) @function.call)
(attribute name: (_) @property)
(hash_entry name: (_) @property)

; Names of fields, where they stand alone and inside strings

(field_element) @variable.member
(sprintf) @punctuation.special
(field_name) @variable.member
(date_format) @string.special
(environment_reference) @constant.macro
