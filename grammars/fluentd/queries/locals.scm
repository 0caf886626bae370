; Labels: a <label @NAME> section is what "@label @NAME" refers to.
(config) @local.scope

((section
  (start_tag
    name: (tag_name) @_section
    arg: (arg) @local.definition))
  (#eq? @_section "label"))

((param
  name: (name) @_name
  value: (nonquoted_string) @local.reference)
  (#eq? @_name "@label"))
