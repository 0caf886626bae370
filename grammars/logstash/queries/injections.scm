; Texts in other languages.

((regexp_pattern) @injection.content
  (#set! injection.language "regex"))

; The pattern after `=~` and `!~` may also be a string.
((regexp_match
  pattern: (string content: (string_content) @injection.content))
  (#set! injection.language "regex")
  (#set! injection.include-children))

; The code of a Ruby filter.
((plugin
  name: (name) @_plugin
  (attribute
    name: (name) @_setting
    value: (string content: (string_content) @injection.content)))
  (#eq? @_plugin "ruby")
  (#match? @_setting "^(code|init)$")
  (#set! injection.language "ruby")
  (#set! injection.include-children))

; Statements of a database input, filter or output.
((plugin
  name: (name) @_plugin
  (attribute
    name: (name) @_setting
    value: (string content: (string_content) @injection.content)))
  (#match? @_plugin "^jdbc")
  (#eq? @_setting "statement")
  (#set! injection.language "sql")
  (#set! injection.include-children))

((comment) @injection.content
  (#set! injection.language "comment"))
