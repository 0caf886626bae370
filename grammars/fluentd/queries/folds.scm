; What an editor may fold: sections, and values over several lines.
[
  (section)
  (array)
  (hash)
  (double_quoted_string)
] @fold
