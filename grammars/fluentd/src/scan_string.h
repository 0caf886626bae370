// Quoted strings, the Ruby inside them, and regular expressions between slashes.
#ifndef FLUENTD_SCAN_STRING_H_
#define FLUENTD_SCAN_STRING_H_

#include "scan_state.h"

// Strings inside strings inside embedded Ruby: more levels than anyone writes.
#define RUBY_DEPTH 32

// Reads Ruby code up to the `}` that ends it and stops there. Fluentd asks Ruby's own parser; this follows brackets, quotes,
// comments and interpolation, which agrees on all code without heredocs or unbalanced quotes in regular expressions.
static bool ruby_verify(TSLexer *lexer) {
  int32_t quotes[RUBY_DEPTH];   // the quote that each level of code stands in
  int braces[RUBY_DEPTH] = {0}; // open `{` at each level of code
  int level = 0;
  int32_t quote = 0;  // the quote that we are in, 0 in code
  int32_t last = 0;
  while (!at_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (quote) {
      advance(lexer);
      if (c == '\\' && !at_end(lexer)) {
        advance(lexer);
      } else if (c == quote) {
        quote = 0;
      } else if (c == '#' && lexer->lookahead == '{' && quote != '\'') {
        if (level + 1 == RUBY_DEPTH) return false;
        advance(lexer);
        quotes[++level] = quote;
        braces[level] = 0;
        quote = 0;
      }
      last = c;
      continue;
    }
    if (c == '}' && braces[level] == 0) {
      if (level == 0) return true;
      advance(lexer);
      quote = quotes[level--];
      last = 0;
      continue;
    }
    if (c == '#' && (is_space(last) || last == 0)) {
      to_line_end(lexer);
      last = c;
      continue;
    }
    advance(lexer);
    // `?"` is a character, `$'` and `$"` are variables.
    bool is_character = (last == '?' || last == '$') && (c == '"' || c == '\'' || c == '`');
    if (c == '{') braces[level]++;
    if (c == '}') braces[level]--;
    if ((c == '"' || c == '\'' || c == '`') && !is_character) quote = c;
    if (c == '\\' && !at_end(lexer)) advance(lexer);
    last = c;
  }
  return false;
}

// Whether a double-quoted string that Fluentd accepts starts here. Stands on the opening quote.
static bool double_verify(State *state, TSLexer *lexer) {
  advance(lexer);
  while (!at_end(lexer)) {
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
      if (state->ruby_never_ends) return false;
      advance(lexer);
      if (!ruby_verify(lexer)) {
        state->ruby_never_ends = 1;
        return false;
      }
      advance(lexer);
    }
  }
  return false;
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
    return ruby_verify(lexer) && accept_here(lexer, RUBY_CODE);
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
  return c == '\\' || c == '^' || c == '$' || c == '(' || c == ')' || c == '[' || c == ']' || c == '+' || c == '?' || c == '|';
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

// Whether the value that starts with a slash is `/.../flags` with a sign that no path would have. The mark is empty.
static bool scan_slash_mark(TSLexer *lexer) {
  bool signs = false, closed = false;
  lexer->mark_end(lexer);
  advance(lexer);
  while (!value_ends(lexer)) {
    int32_t c = lexer->lookahead;
    closed = c == '/' || (closed && is_regexp_flag(c));
    signs |= is_regexp_sign(c);
    advance(lexer);
  }
  return accept(lexer, closed && signs ? REGEXP_MARK : PLAIN_MARK);
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
