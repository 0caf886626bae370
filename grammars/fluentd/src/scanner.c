// External scanner for Fluentd's v1 configuration format: decides what a token is where that depends on its surroundings.
//
// Linear in the input: each look-ahead ends at the end of its line, or is consumed where it succeeds, or counts as
// wasted (see Look in scan_state.h).
#include "scan_state.h"
#include "scan_json.h"
#include "scan_string.h"
#include "scan_tag.h"
#include "scan_item.h"

void *tree_sitter_fluentd_external_scanner_create(void) { return calloc(1, sizeof(State)); }

void tree_sitter_fluentd_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_fluentd_external_scanner_serialize(void *payload, char *buffer) {
  return state_save((const State *)payload, buffer);
}

void tree_sitter_fluentd_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  state_load((State *)payload, buffer, length);
}

bool tree_sitter_fluentd_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  State *state = (State *)payload;
  if (valid[ERROR_SENTINEL]) return false;
  // Inside a literal no blank and no comment may be skipped.
  if (valid[DOUBLE_CONTENT]) return scan_double(lexer);
  if (valid[SINGLE_CONTENT]) return scan_single(lexer);
  if (valid[RUBY_CLOSE]) return scan_ruby(lexer, valid);
  if (valid[JSON_CONTENT]) return scan_json_content(lexer);
  if (valid[REST_OF_LINE]) return scan_rest_of_line(lexer);
  if (valid[REGEXP_PATTERN] || valid[REGEXP_CLOSE] || valid[REGEXP_FLAGS]) {
    if (scan_regexp(lexer, valid)) return true;
  }
  if (valid[PLAIN] && !valid[NO_VALUE]) return scan_plain(lexer);
  if (valid[PATTERN_TEXT] || valid[PATTERN_SEPARATOR] || valid[TAG_CLOSE]) return scan_tag(state, lexer, valid);
  if (valid[END_OF_LINE]) return scan_line_end(state, lexer, valid);
  if (valid[NO_VALUE]) return scan_value(state, lexer, valid);
  if (valid[NAME]) return scan_item(state, lexer, valid);
  return scan_json_comment(lexer);
}
