// What stands between `<` and `>`: the argument with its tag patterns, and the end of the tag.
#ifndef FLUENTD_SCAN_TAG_H_
#define FLUENTD_SCAN_TAG_H_

#include "scan_state.h"
#include "scan_string.h"

// An argument of more pieces than this is text from there on, and so is an alternation of more characters.
#define MOST_PIECES 10000

// Skips blanks, line ends and comments. Returns whether a `>` follows.
static bool close_follows(TSLexer *lexer) {
  for (;;) {
    while (is_space(lexer->lookahead)) advance(lexer);
    if (lexer->lookahead != '#') return lexer->lookahead == '>';
    to_line_end(lexer);
  }
}

// Whether the alternation that starts here is closed before the pattern ends. Stands behind its `{`.
static bool alternation_closes(TSLexer *lexer) {
  for (int depth = 1, length = 0; !is_line_end(lexer) && length < MOST_PIECES; length++) {
    int32_t c = lexer->lookahead;
    if (is_blank(c) || c == '>') return false;
    advance(lexer);
    if (c == '\\' && !is_line_end(lexer)) advance(lexer);
    if (c == '{' && ++depth > 100) return false;
    if (c == '}' && --depth == 0) return true;
  }
  return false;
}

static bool ends_pattern(TSLexer *lexer) {
  return is_line_end(lexer) || is_blank(lexer->lookahead) || lexer->lookahead == '>';
}

static bool scan_pattern_text(TSLexer *lexer, const State *state, bool text_only) {
  while (!ends_pattern(lexer)) {
    int32_t c = lexer->lookahead;
    if (!text_only && (c == '*' || c == '{' || c == '#')) break;
    if (!text_only && state->alternations && (c == ',' || c == '}')) break;
    advance(lexer);
    if (c == '\\' && !ends_pattern(lexer)) advance(lexer);
  }
  return accept_here(lexer, PATTERN_TEXT);
}

// One piece of a tag pattern; the look-ahead is neither blank nor `>` nor the end of the line.
static bool scan_pattern(State *state, TSLexer *lexer, const bool *valid) {
  int32_t c = lexer->lookahead;
  if (!state->alternations && ++state->pieces > MOST_PIECES) {
    state->pieces = 0;
    to_line_end_or(lexer, '>');
    return accept_here(lexer, valid[REGEXP_TAG_PATTERN] ? REGEXP_TAG_PATTERN : PATTERN_TEXT);
  }
  if (c == '/' && valid[REGEXP_TAG_PATTERN]) {
    while (!ends_pattern(lexer)) advance(lexer);
    return accept_here(lexer, REGEXP_TAG_PATTERN);
  }
  advance(lexer);
  if (c == '*') {
    if (lexer->lookahead != '*') return accept_here(lexer, ANY_SEGMENT);
    advance(lexer);
    return accept_here(lexer, ANY_TAG);
  }
  if (c == '{') {
    lexer->mark_end(lexer);
    if (state->alternations || alternation_closes(lexer)) {
      state->alternations++;
      return accept(lexer, ALTERNATION_OPEN);
    }
    return scan_pattern_text(lexer, state, true);
  }
  if (state->alternations && c == ',') return accept_here(lexer, ALTERNATION_COMMA);
  if (state->alternations && c == '}') {
    state->alternations--;
    return accept_here(lexer, ALTERNATION_CLOSE);
  }
  if (c == '#' && lexer->lookahead == '{') {
    while (!ends_pattern(lexer) && lexer->lookahead != '}') advance(lexer);
    if (lexer->lookahead != '}') return scan_pattern_text(lexer, state, true);
    advance(lexer);
    return accept_here(lexer, UNEVALUATED_RUBY);
  }
  if (c == '\\' && !ends_pattern(lexer)) advance(lexer);
  return scan_pattern_text(lexer, state, false);
}

// Whether the line below an open tag is its argument. Fluentd takes it for that in any case; only one that the end of
// the tag follows is meant so, and none that looks like another tag. The look-ahead is its first character.
static bool argument_follows(State *state, TSLexer *lexer) {
  switch (lexer->lookahead) {
    case '<': return false;
    case '"': return double_verify(state, lexer) && close_follows(lexer);
    case '\'': return single_verify(lexer) && close_follows(lexer);
    default: to_line_end_or(lexer, '>'); return close_follows(lexer);
  }
}

// Before the argument, where one may follow: its quotes, its first pattern, or the end of the tag.
static bool scan_tag_begin(State *state, TSLexer *lexer) {
  bool new_line = false;
  lexer->mark_end(lexer);
  for (; is_space(lexer->lookahead); skip(lexer)) new_line |= lexer->lookahead == '\n';
  if (lexer->lookahead == '#') return scan_comment(lexer);
  if (lexer->lookahead == '>') {
    advance(lexer);
    return accept_here(lexer, TAG_CLOSE);
  }
  if (at_end(lexer)) return accept(lexer, MISSING_CLOSE);
  int32_t first = lexer->lookahead;
  if (new_line) {
    if (!argument_follows(state, lexer)) return accept(lexer, MISSING_CLOSE);
    if (first == '"') return accept(lexer, DOUBLE_MARK);
    if (first == '\'') return accept(lexer, SINGLE_MARK);
  } else {
    lexer->mark_end(lexer);
    if (first == '"') return accept(lexer, double_verify(state, lexer) ? DOUBLE_MARK : UNTERMINATED_MARK);
    if (first == '\'') return accept(lexer, single_verify(lexer) ? SINGLE_MARK : UNTERMINATED_MARK);
  }
  state->hash_is_text = 0;
  state->alternations = 0;
  return accept(lexer, PATTERN_BEGIN);
}

// Behind a pattern: another one, or the end of the argument. Both tokens are empty.
static bool scan_pattern_end(State *state, TSLexer *lexer) {
  lexer->mark_end(lexer);
  bool blank = is_blank(lexer->lookahead);
  while (is_blank(lexer->lookahead)) skip(lexer);
  if (!blank || is_line_end(lexer) || lexer->lookahead == '>') {
    state->pieces = 0;
    return accept(lexer, PATTERN_END);
  }
  lexer->mark_end(lexer);
  if (lexer->lookahead == '#' && !state->hash_is_text) {
    // A comment here needs the `>` behind it; without one Fluentd reads the `#` as a part of the argument.
    if (close_follows(lexer)) {
      state->pieces = 0;
      return accept(lexer, PATTERN_END);
    }
    state->hash_is_text = 1;
  }
  return accept(lexer, PATTERN_SEPARATOR);
}

static bool scan_tag(State *state, TSLexer *lexer, const bool *valid) {
  if (valid[TAG_NAME] && is_name_char(lexer->lookahead)) {
    while (is_name_char(lexer->lookahead)) advance(lexer);
    return accept_here(lexer, TAG_NAME);
  }
  if (valid[PATTERN_BEGIN]) return scan_tag_begin(state, lexer);
  if (valid[PATTERN_SEPARATOR] && ends_pattern(lexer)) return scan_pattern_end(state, lexer);
  if (valid[PATTERN_TEXT]) {
    while (is_space(lexer->lookahead)) skip(lexer);
    return !at_end(lexer) && scan_pattern(state, lexer, valid);
  }
  lexer->mark_end(lexer);
  while (is_blank(lexer->lookahead)) skip(lexer);
  if (lexer->lookahead == '#') return scan_comment(lexer);
  if (valid[UNEXPECTED_TEXT] && !is_line_end(lexer) && lexer->lookahead != '>') {
    to_line_end_or(lexer, '>');
    return accept_here(lexer, UNEXPECTED_TEXT);
  }
  while (is_space(lexer->lookahead)) skip(lexer);
  if (lexer->lookahead == '#') return scan_comment(lexer);
  if (lexer->lookahead != '>') return accept(lexer, MISSING_CLOSE);
  advance(lexer);
  return accept_here(lexer, TAG_CLOSE);
}

#endif
