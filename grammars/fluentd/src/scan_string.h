// Quoted strings, unquoted values, and regular expressions between slashes.
#ifndef FLUENTD_SCAN_STRING_H_
#define FLUENTD_SCAN_STRING_H_

#include "scan_ruby.h"
#include "scan_state.h"

// Whether a double-quoted string that Fluentd accepts starts here. Stands on the opening quote.
static bool double_reads(TSLexer *lexer, Look *look) {
  advance(lexer);
  while (!at_end(lexer) && look_on(look)) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '"') return true;
    if (at_end(lexer)) return false;
    // Fluentd reads a line end only together with the character before it.
    if (is_newline(lexer->lookahead)) {
      advance(lexer);
    } else if (c == '\n') {
      return false;
    } else if (c == '\\') {
      advance(lexer);
    } else if (c == '#' && lexer->lookahead == '{') {
      advance(lexer);
      if (!ruby_verify(lexer, look)) return false;
      advance(lexer);
    }
  }
  return false;
}

static bool double_verify(State *state, TSLexer *lexer) {
  Look look = look_begin(state);
  return look_end(state, &look, double_reads(lexer, &look));
}

static bool single_verify(TSLexer *lexer) {
  advance(lexer);
  while (!at_end(lexer) && lexer->lookahead != '\n') {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '\'') return true;
    if (c == '\\' && (lexer->lookahead == '\'' || lexer->lookahead == '\\')) advance(lexer);
  }
  return false;
}

// A piece of a verified double-quoted string.
static bool scan_double(TSLexer *lexer) {
  bool any = false;
  while (!at_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '"') {
      if (any) break;
      advance(lexer);
      return accept_here(lexer, DOUBLE_CLOSE);
    }
    if (c == '\\') {
      if (any) break;
      advance(lexer);
      bool continued = is_newline(lexer->lookahead);
      if (!at_end(lexer)) advance(lexer);
      return accept_here(lexer, continued ? LINE_CONTINUATION : DOUBLE_ESCAPE);
    }
    lexer->mark_end(lexer);
    advance(lexer);
    if (c == '#' && lexer->lookahead == '{') {
      if (any) return accept(lexer, DOUBLE_CONTENT);
      advance(lexer);
      return accept_here(lexer, RUBY_OPEN);
    }
    any = true;
  }
  return any && accept_here(lexer, DOUBLE_CONTENT);
}

static bool scan_ruby(TSLexer *lexer, const bool *valid) {
  if (valid[RUBY_CODE] && lexer->lookahead != '}') {
    Look unlimited = {.steps = 0, .limit = UINT32_MAX};
    return ruby_verify(lexer, &unlimited) && accept_here(lexer, RUBY_CODE);
  }
  if (lexer->lookahead != '}') return false;
  advance(lexer);
  return accept_here(lexer, RUBY_CLOSE);
}

// A piece of a verified single-quoted string.
static bool scan_single(TSLexer *lexer) {
  bool any = false;
  while (!at_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '\'') {
      if (any) break;
      advance(lexer);
      return accept_here(lexer, SINGLE_CLOSE);
    }
    lexer->mark_end(lexer);
    advance(lexer);
    if (c == '\\' && (lexer->lookahead == '\'' || lexer->lookahead == '\\')) {
      if (any) return accept(lexer, SINGLE_CONTENT);
      advance(lexer);
      return accept_here(lexer, SINGLE_ESCAPE);
    }
    any = true;
  }
  return any && accept_here(lexer, SINGLE_CONTENT);
}

// Whether the value ends before the blanks that start here. Stands behind them afterwards.
static bool value_ends(TSLexer *lexer) {
  if (is_line_end(lexer)) return true;
  if (!is_blank(lexer->lookahead)) return false;
  while (is_blank(lexer->lookahead)) advance(lexer);
  return is_line_end(lexer) || lexer->lookahead == '#';
}

static inline bool is_regexp_flag(int32_t c) { return c == 'i' || c == 'm' || c == 'x'; }

static inline bool is_regexp_sign(int32_t c) {
  return c > 0 && c < 0x80 && strchr("\\^$()[]+?|", c);
}

// An unquoted value.
static bool scan_plain(TSLexer *lexer) {
  advance(lexer);
  lexer->mark_end(lexer);
  while (!value_ends(lexer)) {
    advance(lexer);
    lexer->mark_end(lexer);
  }
  return accept(lexer, PLAIN);
}

// The slash that starts a value: of `/.../flags` with a sign that no path would have, or of plain text.
static bool scan_slash(TSLexer *lexer) {
  bool signs = false, closed = false;
  advance(lexer);
  lexer->mark_end(lexer);
  if (value_ends(lexer)) return accept(lexer, PLAIN);
  while (!is_line_end(lexer)) {
    int32_t c = lexer->lookahead;
    closed = c == '/' || (closed && is_regexp_flag(c));
    signs |= is_regexp_sign(c);
    advance(lexer);
    if (!is_blank(lexer->lookahead)) continue;
    if (value_ends(lexer)) break;
    closed = false;
  }
  return accept(lexer, closed && signs ? REGEXP_OPEN : PLAIN_SLASH);
}

static bool scan_regexp(TSLexer *lexer, const bool *valid) {
  if (valid[REGEXP_PATTERN]) {
    while (!value_ends(lexer)) {
      if (lexer->lookahead == '/') lexer->mark_end(lexer);
      advance(lexer);
    }
    return accept(lexer, REGEXP_PATTERN);
  }
  if (valid[REGEXP_CLOSE]) {
    if (lexer->lookahead != '/') return false;
    advance(lexer);
    return accept_here(lexer, REGEXP_CLOSE);
  }
  bool any = false;
  for (; is_regexp_flag(lexer->lookahead); any = true) advance(lexer);
  return any && accept_here(lexer, REGEXP_FLAGS);
}

#endif
