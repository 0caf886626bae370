; Highlights for Fluentd's v1 configuration format.

(comment) @comment

; Sections
(tag_name) @tag
(start_tag ["<" ">"] @punctuation.bracket)
(end_tag ["</" ">"] @punctuation.bracket)
(stray_end_tag ["</" ">"] @punctuation.bracket)

; Tag patterns
(pattern_text) @string.special
[(any_segment) (any_tag)] @character.special
(alternation ["{" "}"] @punctuation.bracket)
(alternation "," @punctuation.delimiter)
(regexp_tag_pattern) @string.regexp
(unevaluated_ruby) @comment.warning

; Lines
(keyword) @keyword.import
(include path: (_) @string.special.path)
(name) @property
(quoted_name) @property
((name) @attribute
  (#match? @attribute "^[@]"))

; Values
(nonquoted_string) @string
(double_quoted_string) @string
(single_quoted_string) @string
(escape_sequence) @string.escape
(line_continuation) @string.escape
(embedded_ruby ["#{" "}"] @punctuation.special)
(regexp) @string.regexp
(regexp_flags) @character.special
((param value: (nonquoted_string) @boolean)
  (#match? @boolean "^(true|false|yes|no)$"))
((param value: (nonquoted_string) @number)
  (#match? @number "^-?[0-9]+(\\.[0-9]+)?[kKmMgGtTsShHdD]?$"))

; JSON values
(string) @string
(entry key: (string) @property)
(number) @number
(boolean) @boolean
(null) @constant.builtin
(array ["[" "]"] @punctuation.bracket)
(hash ["{" "}"] @punctuation.bracket)
(array "," @punctuation.delimiter)
(hash "," @punctuation.delimiter)
(entry ":" @punctuation.delimiter)

; What is wrong
[
  (missing_close)
  (stray_end_tag)
  (trailing_text)
  (unexpected_text)
  (unterminated_string)
  (invalid_json)
] @error
