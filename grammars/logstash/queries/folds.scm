; What an editor can fold.
[
  (section)
  (plugin)
  (if)
  (else_if)
  (else)
  (array)
  (hash)
] @fold
