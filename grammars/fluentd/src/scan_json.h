// JSON values as Fluentd reads them: Ruby's JSON with `#` comments behind what could end the outermost array or hash.
#ifndef FLUENTD_SCAN_JSON_H_
#define FLUENTD_SCAN_JSON_H_

#include "scan_state.h"

// Ruby's JSON.parse refuses deeper nesting.
#define JSON_DEPTH 100

enum JsonState { AFTER_OPEN, AFTER_COMMA, AFTER_KEY, AFTER_COLON, AFTER_VALUE };

static bool json_string(TSLexer *lexer) {
  advance(lexer);
  while (!at_end(lexer) && lexer->lookahead >= 0x20 && lexer->lookahead != '"') {
    if (lexer->lookahead != '\\') {
      advance(lexer);
      continue;
    }
    advance(lexer);
    if (at_end(lexer) || lexer->lookahead < 0x20) return false;
    bool hex = lexer->lookahead == 'u';
    advance(lexer);
    for (int i = 0; hex && i < 4; i++) {
      int32_t c = lexer->lookahead;
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) return false;
      advance(lexer);
    }
  }
  if (at_end(lexer) || lexer->lookahead != '"') return false;
  advance(lexer);
  return true;
}

static bool json_digits(TSLexer *lexer) {
  if (lexer->lookahead < '0' || lexer->lookahead > '9') return false;
  while (lexer->lookahead >= '0' && lexer->lookahead <= '9') advance(lexer);
  return true;
}

static bool json_number(TSLexer *lexer) {
  if (lexer->lookahead == '-') advance(lexer);
  if (lexer->lookahead == '0') {
    advance(lexer);
    if (lexer->lookahead >= '0' && lexer->lookahead <= '9') return false;
  } else if (!json_digits(lexer)) {
    return false;
  }
  if (lexer->lookahead == '.') {
    advance(lexer);
    if (!json_digits(lexer)) return false;
  }
  if (lexer->lookahead == 'e' || lexer->lookahead == 'E') {
    advance(lexer);
    if (lexer->lookahead == '+' || lexer->lookahead == '-') advance(lexer);
    if (!json_digits(lexer)) return false;
  }
  return true;
}

static bool json_word(TSLexer *lexer, const char *word) {
  for (; *word; word++) {
    if (lexer->lookahead != *word) return false;
    advance(lexer);
  }
  return true;
}

static bool json_scalar(TSLexer *lexer) {
  switch (lexer->lookahead) {
    case '"': return json_string(lexer);
    case 't': return json_word(lexer, "true");
    case 'f': return json_word(lexer, "false");
    case 'n': return json_word(lexer, "null");
    default: return json_number(lexer);
  }
}

// `//` to the end of the line and `/* */`, which Ruby's JSON skips. Stands on the first slash.
static bool json_slash_comment(TSLexer *lexer, Look *look) {
  advance(lexer);
  if (lexer->lookahead == '/') {
    for (; !at_end(lexer) && lexer->lookahead != '\n'; advance(lexer)) {
      if (!look_on(look)) return false;
    }
    return true;
  }
  if (lexer->lookahead != '*') return false;
  advance(lexer);
  for (int32_t last = 0; !at_end(lexer) && look_on(look); last = lexer->lookahead, advance(lexer)) {
    if (last == '*' && lexer->lookahead == '/') {
      advance(lexer);
      return true;
    }
  }
  return false;
}

// Whether a whole JSON array or hash that Fluentd accepts starts here. Stands on `[` or `{`.
static bool json_reads(TSLexer *lexer, Look *look) {
  bool in_hash[JSON_DEPTH + 1];
  int depth = 0;
  enum JsonState at = AFTER_COLON;
  bool comma_is_last = false;
  while (!at_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (is_space(c)) {
      if (c == '\n') comma_is_last = false;
      advance(lexer);
      continue;
    }
    if (c == '#') {
      // Fluentd takes it for a comment where closing the outermost bracket here would make valid JSON.
      bool closable = at == AFTER_OPEN || at == AFTER_VALUE || (at == AFTER_COMMA && comma_is_last);
      if (depth != 1 || !closable) return false;
      to_line_feed(lexer);
      continue;
    }
    if (c == '/') {
      if (!json_slash_comment(lexer, look)) return false;
      comma_is_last = false;
      continue;
    }
    bool hash = depth > 0 && in_hash[depth];
    bool wants_key = hash && (at == AFTER_OPEN || at == AFTER_COMMA);
    if (c == ']' || c == '}') {
      if ((c == '}') != hash || (at != AFTER_OPEN && at != AFTER_VALUE)) return false;
      advance(lexer);
      if (--depth == 0) return true;
      at = AFTER_VALUE;
    } else if (c == ',') {
      if (at != AFTER_VALUE) return false;
      advance(lexer);
      at = AFTER_COMMA;
      comma_is_last = true;
    } else if (c == ':') {
      if (at != AFTER_KEY) return false;
      advance(lexer);
      at = AFTER_COLON;
    } else if (at == AFTER_VALUE || at == AFTER_KEY) {
      return false;
    } else if (wants_key) {
      if (c != '"' || !json_string(lexer)) return false;
      at = AFTER_KEY;
    } else if (c == '[' || c == '{') {
      if (depth == JSON_DEPTH) return false;
      in_hash[++depth] = c == '{';
      advance(lexer);
      at = AFTER_OPEN;
    } else {
      if (!json_scalar(lexer)) return false;
      at = AFTER_VALUE;
    }
  }
  return false;
}

static bool json_verify(State *state, TSLexer *lexer) {
  Look look = look_begin(state);
  return look_end(state, &look, json_reads(lexer, &look));
}

static bool scan_json_content(TSLexer *lexer) {
  bool any = false;
  while (!at_end(lexer) && lexer->lookahead != '"' && lexer->lookahead != '\\') {
    advance(lexer);
    any = true;
  }
  return any && accept_here(lexer, JSON_CONTENT);
}

static bool scan_json_comment(TSLexer *lexer) {
  while (is_space(lexer->lookahead)) skip(lexer);
  if (lexer->lookahead == '#') return scan_long_comment(lexer);
  Look unlimited = {.steps = 0, .limit = UINT32_MAX};
  if (lexer->lookahead == '/' && json_slash_comment(lexer, &unlimited)) return accept_here(lexer, COMMENT);
  return false;
}

#endif
