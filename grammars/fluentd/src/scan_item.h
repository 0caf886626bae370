// Lines: what starts one, the value behind a name, and what must end it.
#ifndef FLUENTD_SCAN_ITEM_H_
#define FLUENTD_SCAN_ITEM_H_

#include "scan_json.h"
#include "scan_state.h"
#include "scan_string.h"

// Reads a section's name: its hash, with the first letter in the top byte to tell a slip of the pen from another name.
static uint32_t read_name(TSLexer *lexer) {
  uint32_t hash = 2166136261u;
  uint32_t first = (uint32_t)lexer->lookahead & 0xff;
  if (!is_name_char(lexer->lookahead)) return 0;
  if (first >= 'A' && first <= 'Z') first += 'a' - 'A';
  while (is_name_char(lexer->lookahead)) {
    hash = (hash ^ (uint32_t)lexer->lookahead) * 16777619u;
    advance(lexer);
  }
  return (first << 24) | ((hash ^ (hash >> 24)) & 0xffffff);
}

static bool scan_start(State *state, TSLexer *lexer) {
  lexer->mark_end(lexer);
  uint32_t name = read_name(lexer);
  if (state->depth < NAMED_DEPTH) state->names[state->depth] = name;
  state->depth++;
  return accept(lexer, START_OPEN);
}

// Which section `</name` ends. The end is marked before it: all three tokens are empty.
static bool scan_end(State *state, TSLexer *lexer) {
  advance(lexer);
  while (is_blank(lexer->lookahead)) advance(lexer);
  uint32_t name = read_name(lexer);
  if (state->depth == 0) return accept(lexer, STRAY_END_MARK);
  if (state->depth > NAMED_DEPTH) {
    state->depth--;
    return accept(lexer, END_MARK);
  }
  uint32_t top = state->names[state->depth - 1];
  for (uint32_t i = state->depth; i > 0; i--) {
    if (state->names[i - 1] == name) {
      state->depth--;
      return accept(lexer, i == state->depth + 1 ? END_MARK : UNCLOSED);
    }
  }
  // No open section has this name: a slip of the pen ends the innermost one, another name ends none.
  if (name >> 24 != top >> 24) return accept(lexer, STRAY_END_MARK);
  state->depth--;
  return accept(lexer, END_MARK);
}

// A parameter's name or an include. Which of the two `@include` is depends on what follows it.
static bool scan_name(State *state, TSLexer *lexer) {
  static const char *const keyword = "@include";
  int at = lexer->lookahead == '@' ? 0 : 1;
  bool with_sign = at == 0;
  bool keeps = true;
  while (!at_end(lexer) && !is_space(lexer->lookahead)) {
    // At the root a comment may follow the keyword at once.
    if (keeps && at == 8 && state->depth == 0 && lexer->lookahead == '#') break;
    keeps = keeps && at < 8 && lexer->lookahead == keyword[at];
    at++;
    advance(lexer);
  }
  lexer->mark_end(lexer);
  if (!keeps || at != 8 || (state->depth > 0 && !with_sign)) return accept(lexer, NAME);
  if (state->depth == 0) {
    state->at_root_include = 1;
    return accept(lexer, INCLUDE_KEYWORD);
  }
  while (is_blank(lexer->lookahead) || lexer->lookahead == '\r') advance(lexer);
  bool alone = at_end(lexer) || lexer->lookahead == '\n';
  return accept(lexer, alone ? NAME : INCLUDE_KEYWORD);
}

static bool scan_item(State *state, TSLexer *lexer, const bool *valid) {
  while (is_space(lexer->lookahead)) skip(lexer);
  lexer->mark_end(lexer);
  if (at_end(lexer)) {
    if (!valid[UNCLOSED] || state->depth == 0) return false;
    state->depth--;
    return accept(lexer, UNCLOSED);
  }
  switch (lexer->lookahead) {
    case '#':
      return state->behind_value ? scan_long_comment(lexer) : scan_comment(lexer);
    case '<':
      advance(lexer);
      return lexer->lookahead == '/' ? scan_end(state, lexer) : scan_start(state, lexer);
    case '"':
      return accept(lexer, double_verify(state, lexer) ? DOUBLE_MARK : UNTERMINATED_MARK);
    case '\'':
      return accept(lexer, single_verify(lexer) ? SINGLE_MARK : UNTERMINATED_MARK);
    default:
      return scan_name(state, lexer);
  }
}

static bool scan_value(State *state, TSLexer *lexer, const bool *valid) {
  bool new_line = false;
  lexer->mark_end(lexer);
  for (; is_space(lexer->lookahead); skip(lexer)) new_line |= lexer->lookahead == '\n';
  if (at_end(lexer) || (new_line && !state->at_root_include)) {
    state->at_root_include = 0;
    state->behind_value = 0;
    return accept(lexer, NO_VALUE);
  }
  if (state->at_root_include && lexer->lookahead == '#') return scan_comment(lexer);
  state->at_root_include = 0;
  lexer->mark_end(lexer);
  switch (lexer->lookahead) {
    case '"':
      return accept(lexer, double_verify(state, lexer) ? DOUBLE_MARK : UNTERMINATED_MARK);
    case '\'':
      return accept(lexer, single_verify(lexer) ? SINGLE_MARK : UNTERMINATED_MARK);
    case '[':
      if (valid[ARRAY_MARK]) return accept(lexer, json_verify(state, lexer) ? ARRAY_MARK : INVALID_JSON_MARK);
      break;
    case '{':
      if (valid[HASH_MARK]) return accept(lexer, json_verify(state, lexer) ? HASH_MARK : INVALID_JSON_MARK);
      break;
    default:
      break;
  }
  return lexer->lookahead == '/' ? scan_slash(lexer) : scan_plain(lexer);
}

// Behind a value or a tag. Behind the path of an include anything may follow: Fluentd reads it as the next line.
static bool scan_line_end(State *state, TSLexer *lexer, const bool *valid) {
  lexer->mark_end(lexer);
  while (is_blank(lexer->lookahead)) skip(lexer);
  if (is_line_end(lexer) || lexer->lookahead == '#') {
    state->behind_value = 1;
    return accept(lexer, END_OF_LINE);
  }
  state->behind_value = 0;
  if (!valid[TRAILING_TEXT]) return scan_item(state, lexer, valid);
  to_line_end(lexer);
  return accept_here(lexer, TRAILING_TEXT);
}

#endif
