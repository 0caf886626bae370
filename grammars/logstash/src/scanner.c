// What one token of look-ahead cannot tell: whether a word or string is a plugin's name, and whether a blank follows a value.
#include "tree_sitter/parser.h"

#include <string.h>

// The order of `externals` in grammar.js.
enum TokenType {
  BLANK,
  NO_BLANK,
  PLUGIN_NAME,
  QUOTED_PLUGIN,
  SECTION_TYPE,
  OTHER_SECTION_TYPE,
  SETTING_NAME,
  NEVER,
  ERROR_SENTINEL,
};

// Holds the longest word that means something here, and tells it from longer ones.
enum { WORD_CAPACITY = sizeof "output" + 1 };

static bool is_blank(int32_t character) {
  return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

static bool is_quote(int32_t character) { return character == '"' || character == '\''; }

static bool is_digit(int32_t character) { return character >= '0' && character <= '9'; }

static bool is_word(int32_t character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || is_digit(character) ||
         character == '_' || character == '-';
}

static bool begins_condition(int32_t character) {
  return character == '[' || character == '(' || character == '!' || character == '/' || is_quote(character) ||
         is_digit(character);
}

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static void pass_blanks_and_comments(TSLexer *lexer) {
  while (is_blank(lexer->lookahead) || lexer->lookahead == '#') {
    if (lexer->lookahead == '#') {
      while (!lexer->eof(lexer) && lexer->lookahead != '\n' && lexer->lookahead != '\r') {
        advance(lexer);
      }
    } else {
      advance(lexer);
    }
  }
}

// A backslash escapes the quote after it, whatever stands before the backslash.
static void pass_string(TSLexer *lexer) {
  int32_t quote = lexer->lookahead;
  int32_t before = 0;
  advance(lexer);
  while (!lexer->eof(lexer) && (lexer->lookahead != quote || before == '\\')) {
    before = lexer->lookahead;
    advance(lexer);
  }
  advance(lexer);
}

// Passes a word and keeps its beginning: all of it, if it is one that means something.
static void pass_word(TSLexer *lexer, char word[WORD_CAPACITY]) {
  unsigned length = 0;
  while (is_word(lexer->lookahead)) {
    if (length < WORD_CAPACITY - 1) {
      word[length++] = (char)lexer->lookahead;
    }
    advance(lexer);
  }
  word[length] = '\0';
}

static bool is_section_type(const char *word) {
  return strcmp(word, "input") == 0 || strcmp(word, "filter") == 0 || strcmp(word, "output") == 0;
}

// Whether what follows an opening brace is a plugin or a branch, and not a setting or nothing.
static bool block_follows(TSLexer *lexer) {
  char word[WORD_CAPACITY];
  pass_blanks_and_comments(lexer);
  if (is_quote(lexer->lookahead)) {
    pass_string(lexer);
  } else if (is_word(lexer->lookahead)) {
    pass_word(lexer, word);
  } else {
    return false;
  }
  pass_blanks_and_comments(lexer);
  return lexer->lookahead == '{' || begins_condition(lexer->lookahead);
}

static bool found(TSLexer *lexer, enum TokenType type) {
  lexer->result_symbol = type;
  return true;
}

// A word or string with a brace after it. Where it cannot stand, the parser sees at its beginning that a brace is missing.
static bool scan_name(TSLexer *lexer, const bool *valid_symbols) {
  bool recovering = valid_symbols[ERROR_SENTINEL];
  bool value_expected = valid_symbols[QUOTED_PLUGIN] && !recovering;
  bool setting_expected = valid_symbols[SETTING_NAME] && !recovering;
  bool section_expected = valid_symbols[SECTION_TYPE] && !recovering;
  char word[WORD_CAPACITY];

  if (is_quote(lexer->lookahead) && value_expected) {
    lexer->mark_end(lexer);
    pass_string(lexer);
    pass_blanks_and_comments(lexer);
    return lexer->lookahead == '{' && found(lexer, QUOTED_PLUGIN);
  }
  if (!is_word(lexer->lookahead)) {
    return false;
  }
  pass_word(lexer, word);
  lexer->mark_end(lexer);
  pass_blanks_and_comments(lexer);
  // A setting where a value or the end of an array has to stand.
  if (lexer->lookahead == '=' && valid_symbols[NEVER] && !recovering && !setting_expected) {
    advance(lexer);
    return lexer->lookahead == '>' && found(lexer, SETTING_NAME);
  }
  if (lexer->lookahead != '{') {
    // A branch where a setting has to stand: the plugin before it is not closed.
    bool branch = strcmp(word, "if") == 0 && begins_condition(lexer->lookahead);
    return setting_expected && branch && found(lexer, PLUGIN_NAME);
  }
  if (strcmp(word, "else") == 0 && !value_expected && !setting_expected) {
    return false;
  }
  if (value_expected) {
    return found(lexer, PLUGIN_NAME);
  }
  if (section_expected && is_section_type(word)) {
    return found(lexer, SECTION_TYPE);
  }
  if (!section_expected && !is_section_type(word)) {
    return found(lexer, PLUGIN_NAME);
  }
  advance(lexer);
  if (!block_follows(lexer)) {
    return found(lexer, PLUGIN_NAME);
  }
  return found(lexer, is_section_type(word) ? SECTION_TYPE : OTHER_SECTION_TYPE);
}

void *tree_sitter_logstash_external_scanner_create(void) { return NULL; }

void tree_sitter_logstash_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_logstash_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}

void tree_sitter_logstash_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

// Keeps no state. Looks ahead by at most three words or strings and what stands between them, each time from one of them,
// so that each character is seen a bounded number of times.
bool tree_sitter_logstash_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  (void)payload;
  // While the parser recovers from an error every token counts as valid.
  if (!valid_symbols[ERROR_SENTINEL]) {
    lexer->mark_end(lexer);
    if (valid_symbols[BLANK] && is_blank(lexer->lookahead)) {
      return found(lexer, BLANK);
    }
    if (valid_symbols[NO_BLANK] && lexer->lookahead == '#') {
      return found(lexer, NO_BLANK);
    }
  }
  while (is_blank(lexer->lookahead)) {
    lexer->advance(lexer, true);
  }
  return scan_name(lexer, valid_symbols);
}
