/**
 * Fluentd's v1 configuration format, as its own parser reads it.
 *
 * The format is a line language whose tokens depend on what stands around them, so the external scanner makes nearly all of
 * them. What is wrong has a node of its own (unterminated_string, invalid_json, trailing_text, unexpected_text, missing_close,
 * stray_end_tag, unclosed): the rest of the file keeps its structure, and a checker names each error at its place.
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

module.exports = grammar({
  name: "fluentd",

  // The order is that of enum TokenType in src/scanner.c.
  externals: ($) => [
    $._start_open,
    $._end_mark,
    $._stray_end_mark,
    $.unclosed,
    $.tag_name,
    $._tag_close,
    $.missing_close,
    $.unexpected_text,
    $._pattern_begin,
    $._pattern_separator,
    $._pattern_end,
    $.pattern_text,
    $.any_segment,
    $.any_tag,
    $._alternation_open,
    $._alternation_comma,
    $._alternation_close,
    $.unevaluated_ruby,
    $.regexp_tag_pattern,
    $.name,
    $._include_keyword,
    $._no_value,
    $._end_of_line,
    $.trailing_text,
    $._plain_slash,
    $._plain,
    $._regexp_open,
    $.regexp_pattern,
    $._regexp_close,
    $.regexp_flags,
    $._double_mark,
    $._double_close,
    $._double_content,
    $._double_escape,
    $.line_continuation,
    $._ruby_open,
    $.ruby_code,
    $._ruby_close,
    $._single_mark,
    $._single_close,
    $._single_content,
    $._single_escape,
    $._unterminated_mark,
    $._array_mark,
    $._hash_mark,
    $._invalid_json_mark,
    $._rest_of_line,
    $._json_content,
    $.comment,
    $._error_sentinel,
  ],

  extras: ($) => [/[ \t\r\n]/, $.comment],

  rules: {
    config: ($) => repeat($._item),

    _item: ($) => choice($.section, $.param, $.include, $.stray_end_tag),

    section: ($) => seq($.start_tag, repeat($._item), choice($.end_tag, $.unclosed)),

    start_tag: ($) =>
      seq(
        alias($._start_open, "<"),
        optional(field("name", $.tag_name)),
        optional(field("arg", $.arg)),
        choice(alias($._tag_close, ">"), $.missing_close),
        $._line_end,
      ),

    end_tag: ($) => seq($._end_mark, "</", $._end_rest),
    stray_end_tag: ($) => seq($._stray_end_mark, "</", $._end_rest),
    _end_rest: ($) =>
      seq(
        optional(field("name", $.tag_name)),
        optional($.unexpected_text),
        choice(alias($._tag_close, ">"), $.missing_close),
        $._line_end,
      ),

    arg: ($) =>
      choice(
        seq($._pattern_begin, $._pattern, repeat(seq($._pattern_separator, $._pattern)), $._pattern_end),
        seq($._quoted, optional($.unexpected_text)),
      ),
    _pattern: ($) => choice($.tag_pattern, $.regexp_tag_pattern),
    tag_pattern: ($) => repeat1($._pattern_piece),
    _pattern_piece: ($) =>
      choice($.pattern_text, $.any_segment, $.any_tag, $.alternation, $.unevaluated_ruby),
    alternation: ($) =>
      seq(
        alias($._alternation_open, "{"),
        optional($.alternative),
        repeat(seq(alias($._alternation_comma, ","), optional($.alternative))),
        alias($._alternation_close, "}"),
      ),
    alternative: ($) => repeat1($._pattern_piece),

    include: ($) =>
      seq(
        alias($._include_keyword, $.keyword),
        choice($._no_value, seq(field("path", $._string), optional($._end_of_line))),
      ),

    param: ($) =>
      seq(
        field("name", choice($.name, alias($._quoted, $.quoted_name))),
        choice($._no_value, seq(field("value", $._value), $._line_end)),
      ),

    _line_end: ($) => choice($._end_of_line, $.trailing_text),

    _value: ($) => choice($._string, $.array, $.hash, $.invalid_json),
    _string: ($) => choice($.nonquoted_string, $.regexp, $._quoted),
    _quoted: ($) => choice($.double_quoted_string, $.single_quoted_string, $.unterminated_string),

    regexp: ($) =>
      seq(
        alias($._regexp_open, "/"),
        field("pattern", $.regexp_pattern),
        alias($._regexp_close, "/"),
        optional(field("flags", $.regexp_flags)),
      ),

    double_quoted_string: ($) =>
      seq(
        $._double_mark,
        '"',
        repeat(
          choice(
            alias($._double_content, $.string_content),
            alias($._double_escape, $.escape_sequence),
            $.line_continuation,
            $.embedded_ruby,
          ),
        ),
        alias($._double_close, '"'),
      ),
    embedded_ruby: ($) => seq(alias($._ruby_open, "#{"), optional($.ruby_code), alias($._ruby_close, "}")),

    single_quoted_string: ($) =>
      seq(
        $._single_mark,
        "'",
        repeat(choice(alias($._single_content, $.string_content), alias($._single_escape, $.escape_sequence))),
        alias($._single_close, "'"),
      ),

    nonquoted_string: ($) => seq(optional($._plain_slash), $._plain),

    unterminated_string: ($) => seq($._unterminated_mark, $._rest_of_line),

    // The scanner opens these only where a whole JSON text follows that Fluentd accepts.
    array: ($) => seq($._array_mark, $._array),
    hash: ($) => seq($._hash_mark, $._hash),
    invalid_json: ($) => seq($._invalid_json_mark, $._rest_of_line),
    _array: ($) => seq("[", optional(seq($._json, repeat(seq(",", $._json)))), "]"),
    _hash: ($) => seq("{", optional($._entries), "}"),
    _entries: ($) => seq($.entry, repeat(seq(",", $.entry))),
    _json: ($) =>
      choice(
        alias($.json_string, $.string),
        $.number,
        $.boolean,
        $.null,
        alias($.nested_array, $.array),
        alias($.nested_hash, $.hash),
      ),
    nested_array: ($) => $._array,
    nested_hash: ($) => $._hash,
    entry: ($) => seq(field("key", alias($.json_string, $.string)), ":", field("value", $._json)),
    json_string: ($) =>
      seq('"', repeat(choice(alias($._json_content, $.string_content), alias($.json_escape, $.escape_sequence))), token.immediate('"')),
    json_escape: (_) => token.immediate(/\\(u[0-9a-fA-F]{4}|[^u\x00-\x1f])/),
    number: (_) => /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/,
    boolean: (_) => choice("true", "false"),
    null: (_) => "null",
  },
});
