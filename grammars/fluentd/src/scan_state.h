// Token types, the scanner's state with its serialisation, and the small helpers that the other headers share.
#ifndef FLUENTD_SCAN_STATE_H_
#define FLUENTD_SCAN_STATE_H_

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tree_sitter/parser.h"

// The order is that of `externals` in grammar.js. A *_MARK is empty: it says what follows, the grammar reads it.
enum TokenType {
  START_OPEN,
  END_MARK,
  STRAY_END_MARK,
  UNCLOSED,
  TAG_NAME,
  TAG_CLOSE,
  MISSING_CLOSE,
  UNEXPECTED_TEXT,
  PATTERN_BEGIN,
  PATTERN_SEPARATOR,
  PATTERN_END,
  PATTERN_TEXT,
  ANY_SEGMENT,
  ANY_TAG,
  ALTERNATION_OPEN,
  ALTERNATION_COMMA,
  ALTERNATION_CLOSE,
  UNEVALUATED_RUBY,
  REGEXP_TAG_PATTERN,
  NAME,
  INCLUDE_KEYWORD,
  NO_VALUE,
  END_OF_LINE,
  TRAILING_TEXT,
  PLAIN_SLASH,
  PLAIN,
  REGEXP_OPEN,
  REGEXP_PATTERN,
  REGEXP_CLOSE,
  REGEXP_FLAGS,
  DOUBLE_MARK,
  DOUBLE_CLOSE,
  DOUBLE_CONTENT,
  DOUBLE_ESCAPE,
  LINE_CONTINUATION,
  RUBY_OPEN,
  RUBY_CODE,
  RUBY_CLOSE,
  SINGLE_MARK,
  SINGLE_CLOSE,
  SINGLE_CONTENT,
  SINGLE_ESCAPE,
  UNTERMINATED_MARK,
  ARRAY_MARK,
  HASH_MARK,
  INVALID_JSON_MARK,
  REST_OF_LINE,
  JSON_CONTENT,
  COMMENT,
  ERROR_SENTINEL,
};

// Sections nested deeper than this are counted, not told apart by name: each token keeps a copy of the state.
#define NAMED_DEPTH 32
// Bytes of the serialised state before the names.
#define HEADER 14

typedef struct {
  uint32_t depth;
  uint32_t names[NAMED_DEPTH];  // hash of each open section's name: 24 bits, the first letter (lower case) on top
  uint16_t pieces;              // of the argument that is being read
  uint8_t alternations;         // open `{` of a tag pattern
  uint8_t hash_is_text;         // ` #` in this tag's argument was found to be no comment
  uint8_t at_root_include;      // between a root's include keyword and its path
  uint32_t wasted;              // characters that were looked ahead at in vain
  uint8_t behind_value;         // the last line ended behind a value or a tag: comments now reach to the line feed
} State;

static unsigned state_save(const State *state, char *buffer) {
  unsigned named = state->depth < NAMED_DEPTH ? state->depth : NAMED_DEPTH;
  memcpy(buffer, &state->depth, 4);
  buffer[4] = (char)state->alternations;
  buffer[5] = (char)state->hash_is_text;
  buffer[6] = (char)state->at_root_include;
  buffer[7] = (char)state->behind_value;
  memcpy(buffer + 8, &state->wasted, 4);
  memcpy(buffer + 12, &state->pieces, 2);
  memcpy(buffer + HEADER, state->names, 4 * named);
  return HEADER + 4 * named;
}

static void state_load(State *state, const char *buffer, unsigned length) {
  memset(state, 0, sizeof(State));
  if (length < HEADER) return;
  memcpy(&state->depth, buffer, 4);
  state->alternations = (uint8_t)buffer[4];
  state->hash_is_text = (uint8_t)buffer[5];
  state->at_root_include = (uint8_t)buffer[6];
  state->behind_value = (uint8_t)buffer[7];
  memcpy(&state->wasted, buffer + 8, 4);
  memcpy(&state->pieces, buffer + 12, 2);
  memcpy(state->names, buffer + HEADER, length - HEADER);
}

// Look-ahead over several lines. Where it succeeds the text is consumed, so that its cost is linear; where it fails,
// the next line may look at the same text again. A file that does so all over is hostile: it gets short looks only.
#define WASTE_LIMIT 16000000
#define SHORT_LOOK 256

typedef struct {
  uint32_t steps, limit;
} Look;

static inline Look look_begin(const State *state) {
  return (Look){.steps = 0, .limit = state->wasted > WASTE_LIMIT ? SHORT_LOOK : UINT32_MAX};
}

static inline bool look_on(Look *look) { return look->steps++ < look->limit; }

static inline bool look_end(State *state, const Look *look, bool found) {
  if (!found && look->steps > SHORT_LOOK && state->wasted <= WASTE_LIMIT) state->wasted += look->steps;
  return found;
}

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }
static inline void skip(TSLexer *lexer) { lexer->advance(lexer, true); }
static inline bool at_end(TSLexer *lexer) { return lexer->eof(lexer); }
static inline bool is_newline(int32_t c) { return c == '\n' || c == '\r'; }
static inline bool is_blank(int32_t c) { return c == ' ' || c == '\t'; }
static inline bool is_space(int32_t c) { return is_blank(c) || is_newline(c); }
static inline bool is_line_end(TSLexer *lexer) { return at_end(lexer) || is_newline(lexer->lookahead); }

static inline bool is_name_char(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static inline bool accept(TSLexer *lexer, enum TokenType type) {
  lexer->result_symbol = type;
  return true;
}

static inline bool accept_here(TSLexer *lexer, enum TokenType type) {
  lexer->mark_end(lexer);
  return accept(lexer, type);
}

static void to_line_end(TSLexer *lexer) {
  while (!is_line_end(lexer)) advance(lexer);
}

static void to_line_end_or(TSLexer *lexer, int32_t stop) {
  while (!is_line_end(lexer) && lexer->lookahead != stop) advance(lexer);
}

static void to_line_feed(TSLexer *lexer) {
  while (!at_end(lexer) && lexer->lookahead != '\n') advance(lexer);
}

// A comment where Fluentd reads one as space: a carriage return alone ends it too.
static bool scan_comment(TSLexer *lexer) {
  to_line_end(lexer);
  return accept_here(lexer, COMMENT);
}

// A comment where Fluentd reads it as a part of the line's end, or of a JSON value: it goes on over carriage returns.
static bool scan_long_comment(TSLexer *lexer) {
  to_line_feed(lexer);
  return accept_here(lexer, COMMENT);
}

static bool scan_rest_of_line(TSLexer *lexer) {
  to_line_end(lexer);
  return accept_here(lexer, REST_OF_LINE);
}

#endif
