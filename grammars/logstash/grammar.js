/**
 * @file The Logstash pipeline language: sections, plugins, values, conditions, and what stands inside strings.
 *
 * It accepts what Logstash's own parser accepts. Where that parser looks at the text in an unusual way, so does this
 * grammar: a backslash before the closing quote always escapes it, however many backslashes stand there; a pair of
 * square brackets without a comma in a condition is a field reference, even around a string; settings need a blank
 * between them, hash entries do not; `if`, `else` and the section words are also plugin names.
 *
 * Two things are left to the caller, because a tree-sitter lexer cannot see them: a byte order mark at the start (it is
 * skipped here, an error in Logstash), and a carriage return alone after a comment (a line end here, an error there).
 * Two are errors here that Logstash reads in a way that nobody can mean: a keyword with a word stuck to it
 * (`ifexists([a]) {`), and `else` with settings between its braces (there, a plugin of that name).
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const SELECTOR = /\[[^\[\],]+\]/;

/** One or more rules with commas between them. */
const commaSeparated = (rule) => seq(rule, repeat(seq(',', rule)));

/** A token inside a string: no blank or comment before it, and stronger than a comment that would start there. */
const inside = (pattern) => token.immediate(prec(1, pattern));

/** The same inside `%{...}`, where it must also be stronger than the plain text of the string. */
const insideSprintf = (pattern) => token.immediate(prec(2, pattern));

/**
 * The rules of a string between two `quote` characters. No text makes them fail: `%{` that nothing closes is plain text.
 * A run of backslashes is always one token, so that reading it takes linear time.
 */
const stringRules = (kind, quote) => {
  const named = (rule) => `_${kind}_${rule}`;
  const chars = (excluded) => new RegExp(`[^${excluded}${quote}]+`);
  return {
    [named('string')]: ($) =>
      seq(
        quote,
        optional(field('content', alias($[named('content')], $.string_content))),
        token.immediate(quote),
      ),

    [named('content')]: ($) =>
      repeat1(
        choice(
          inside(chars('\\\\%$')),
          inside('%'),
          inside('$'),
          inside(/(\\\\)*\\/),
          alias($[named('escape')], $.escape_sequence),
          alias($[named('environment')], $.environment_reference),
          alias($[named('sprintf')], $.sprintf),
          alias($[named('unclosed_sprintf')], $.unclosed_sprintf),
        ),
      ),

    [named('escape')]: () =>
      inside(choice(new RegExp(`\\\\+${quote}`), /(\\\\)+/, /(\\\\)*\\[nrt"']/)),

    [named('environment')]: () =>
      inside(new RegExp(`\\$\\{[A-Za-z_.][A-Za-z0-9_.]*(:[^{}${quote}]*)?\\}`)),

    [named('sprintf')]: ($) =>
      choice(
        seq(inside('%{'), repeat($[named('reference')]), insideSprintf('}')),
        seq(inside('%{+'), optional($[named('date_format')]), insideSprintf('}')),
        seq(inside('%{{'), optional($[named('date_format')]), insideSprintf('}}')),
      ),

    [named('unclosed_sprintf')]: ($) =>
      prec.right(
        -1,
        choice(
          seq(inside('%{'), repeat($[named('reference')])),
          seq(choice(inside('%{+'), inside('%{{')), optional($[named('date_format')])),
        ),
      ),

    [named('reference')]: ($) =>
      choice(
        alias($[named('path')], $.field_reference),
        alias(insideSprintf(chars('\\[{}\\\\%$')), $.field_name),
        insideSprintf('['),
        insideSprintf('$'),
        alias($[named('environment')], $.environment_reference),
      ),

    [named('path')]: ($) => prec.right(repeat1(alias($[named('element')], $.field_element))),
    [named('element')]: () => insideSprintf(new RegExp(`\\[[^\\[\\],{}\\\\%$${quote}]+\\]`)),
    [named('date_format')]: ($) => alias(insideSprintf(chars('{}\\\\%$')), $.date_format),
  };
};

/** The braces of a plugin and the settings between them. */
const pluginBody = ($) => seq('{', repeat($.attribute), optional(alias($._last_attribute, $.attribute)), '}');

/** A value, where the scanner has seen whether a brace follows its first word or string and makes it a plugin. */
const value = ($) =>
  choice(
    alias($._bareword, $.bareword),
    $.string,
    $._number,
    $.array,
    $.hash,
    alias($._plugin_value, $.plugin),
  );

/** The name of a setting, without quotes. */
const plainName = ($) =>
  choice(alias($._bareword, $.name), alias($._integer, $.name), alias($._word, $.name));

/** `name =>`: the beginning of a setting. */
const settingName = ($) =>
  seq(optional($.setting_name), field('name', choice(plainName($), $.string)), choice('=>', $._wrong_arrow));

/**
 * Something that a config lacks. The scanner never finds it, so that the parser has to insert it as a missing node: what
 * stands around it is an error, but keeps its structure.
 */
const missing = ($, what) => alias($._never, what);

export default grammar({
  name: 'logstash',

  externals: ($) => [
    $._blank, // after a setting's value: a blank follows
    $._no_blank, // there: a comment follows at once
    $._plugin_name, // a word with a brace after it
    $._quoted_plugin, // where a value begins: a string with a brace after it follows
    $.section_type, // `input`, `filter` or `output` with a brace after it, where a section begins
    $._other_section_type, // outside sections: another word, and after it a brace with plugins behind it
    $.setting_name, // found only where no setting may stand, so that what is missing before it is seen there
    $._never, // never found: what a config lacks
    $._error_sentinel, // never found: valid only while the parser recovers
  ],

  extras: ($) => [/[ \t\r\n]/, $.comment],

  word: ($) => $._bareword,

  inline: ($) => [$._number, $._statement],

  supertypes: ($) => [$.expression, $.rvalue],

  rules: {
    config: ($) => repeat(choice($.section, $.stray)),

    // The scanner sees a section's type only together with a brace.
    section: ($) =>
      seq(
        field(
          'type',
          choice(
            $.section_type,
            alias('input', $.section_type),
            alias('filter', $.section_type),
            alias('output', $.section_type),
            $.unknown_section_type,
          ),
        ),
        field('body', $.block),
      ),

    block: ($) => seq(choice('{', $._missing_brace), repeat($._statement), '}'),
    _statement: ($) => choice($.branch, $.plugin, $.unknown_branch),

    // Branches

    // `else` after a branch belongs to it; Logstash takes it as a plugin's name only where it cannot.
    branch: ($) => prec.right(seq($.if, repeat($.else_if), optional($.else))),
    if: ($) => seq('if', field('condition', $.condition), field('body', $.block)),
    else_if: ($) =>
      seq(choice(seq('else', 'if'), 'elseif'), field('condition', $.condition), field('body', $.block)),
    else: ($) => seq('else', field('body', $.block)),

    // Errors that keep the structure around them. Each holds a missing node.

    // `inputs { ... }`
    unknown_section_type: ($) => seq($._other_section_type, missing($, 'section type')),
    // Plugins after one closing brace too many.
    stray: ($) => prec.right(seq($._missing_section, repeat1($._statement), optional('}'))),
    _missing_section: ($) => missing($, 'section'),
    // `elsif [a] { ... }`
    unknown_branch: ($) => seq($._wrong_keyword, field('condition', $.condition), field('body', $.block)),
    _wrong_keyword: ($) => seq(field('name', alias($._bareword, $.name)), missing($, 'if')),
    // `if [a] drop { } }`
    _missing_brace: ($) => missing($, '{'),
    // `name: "x"` and `name "x"`
    _wrong_arrow: ($) => seq(optional(choice(':', '=', '->')), missing($, '=>')),
    // `name =>`, and the next setting on the next line
    _missing_value: ($) => missing($, 'value'),
    // `name => 10s`
    unquoted: ($) => seq($._unquoted, missing($, 'quote')),
    // `name => ["x"`, and the next setting on the next line
    _unclosed_array: ($) => seq('[', $._items, missing($, ']')),

    // Conditions

    // Flat, as in Logstash, which applies the precedence of `and` and `or` only afterwards and refuses `xor` and `nand`
    // beside another operator.
    condition: ($) => seq($.expression, repeat(seq(field('operator', $.boolean_operator), $.expression))),
    boolean_operator: () => choice('and', 'or', 'xor', 'nand'),

    expression: ($) =>
      choice($.parenthesized, $.negation, $.comparison, $.membership, $.regexp_match, $.rvalue),

    parenthesized: ($) => seq('(', $.condition, ')'),
    negation: ($) => seq('!', field('operand', choice($.parenthesized, $.field_reference))),
    comparison: ($) =>
      seq(
        field('left', $.rvalue),
        field('operator', choice('==', '!=', '<=', '>=', '<', '>')),
        field('right', $.rvalue),
      ),
    membership: ($) =>
      seq(field('left', $.rvalue), field('operator', choice('in', $.not_in)), field('right', $.rvalue)),
    // The blank after `not` has to be a space.
    not_in: () => seq(alias('not ', 'not'), 'in'),
    regexp_match: ($) =>
      seq(
        field('left', $.rvalue),
        field('operator', choice('=~', '!~')),
        field('pattern', choice($.string, $.regexp)),
      ),

    rvalue: ($) => choice($.string, $._number, $.field_reference, $.array, $.method_call, $.regexp),

    method_call: ($) =>
      seq(
        field('name', alias($._bareword, $.name)),
        '(',
        optional(commaSeparated(field('argument', $.rvalue))),
        ')',
      ),

    field_reference: ($) =>
      seq(
        alias($._first_element, $.field_element),
        repeat(alias($._next_element, $.field_element)),
      ),

    regexp: ($) => seq('/', optional(field('pattern', $.regexp_pattern)), token.immediate('/')),
    regexp_pattern: () => inside(/([^\/\\]|\\+[^\\])+/),

    // Plugins

    // The scanner leaves `else` to the branch before it.
    plugin: ($) =>
      seq(field('name', choice(alias($._plugin_name, $.name), alias('else', $.name), $.string)), pluginBody($)),

    _plugin_value: ($) =>
      seq(
        choice(field('name', alias($._plugin_name, $.name)), seq($._quoted_plugin, field('name', $.string))),
        pluginBody($),
      ),

    // The blank that has to follow belongs to the setting, without adding to its text.
    attribute: ($) =>
      choice(
        seq(settingName($), field('value', value($)), alias($._blank, ' ')),
        seq(settingName($), field('value', value($)), $._no_blank, missing($, ' ')),
        seq(settingName($), field('value', choice($.unquoted, alias($._unclosed_array, $.array)))),
        seq(settingName($), $._missing_value),
      ),
    _last_attribute: ($) => seq(settingName($), field('value', value($)), optional($._no_blank)),

    // Values

    array: ($) => seq('[', optional($._items), ']'),
    _items: ($) => commaSeparated(value($)),

    hash: ($) => seq('{', repeat($.hash_entry), '}'),
    hash_entry: ($) =>
      seq(
        field('name', choice(alias($._bareword, $.bareword), $.string, $._number)),
        choice('=>', $._wrong_arrow),
        field('value', value($)),
      ),

    string: ($) => choice($._double_string, $._single_string),
    ...stringRules('double', '"'),
    ...stringRules('single', "'"),

    _number: ($) => choice(alias($._integer, $.number), alias($._decimal, $.number)),

    // Words. Of two that match the same text the first one wins.

    _bareword: () => /[A-Za-z_][A-Za-z0-9_]+/,
    _integer: () => /-?[0-9]+/,
    _decimal: () => /-?[0-9]+\.[0-9]*/,
    _word: () => /[A-Za-z0-9_-]+/,

    _unquoted: () => /(\$\{[^{}\s"']*\}|[^\s{}\[\]"'#,;=()])+/,

    _first_element: () => token(SELECTOR),
    _next_element: () => token.immediate(SELECTOR),

    comment: () => token(/#[^\r\n]*/),
  },
});
