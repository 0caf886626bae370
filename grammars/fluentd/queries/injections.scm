; Other languages inside Fluentd's v1 configuration format.

((comment) @injection.content
  (#set! injection.language "comment"))

((ruby_code) @injection.content
  (#set! injection.language "ruby"))

((regexp_pattern) @injection.content
  (#set! injection.language "regex"))

; The outermost array or hash is the JSON text; its strings and numbers are nodes of it as well.
((param value: [(array) (hash)] @injection.content)
  (#set! injection.language "json")
  (#set! injection.include-children))
