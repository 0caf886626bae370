// Ruby code inside `#{...}`: where it ends.
//
// Fluentd asks Ruby's own parser for the first `}` that leaves valid code. This follows brackets, literals, comments
// and interpolation instead, which finds the same end in all valid code without heredocs, =begin comments and literals
// in blanks (`% a `). It does not notice code that Ruby would refuse.
#ifndef FLUENTD_SCAN_RUBY_H_
#define FLUENTD_SCAN_RUBY_H_

#include "scan_state.h"

// Strings inside strings inside embedded Ruby: more levels than anyone writes.
#define RUBY_DEPTH 32
#define RUBY_WORD 8

// A literal that we are in: what ends it (0: none), what opens a nested pair, how many are open, whether `#{` counts.
typedef struct {
  int32_t open, close;
  int nested;
  bool expands;
} RubyLiteral;

typedef struct {
  RubyLiteral literal;
  RubyLiteral outer[RUBY_DEPTH];  // the literal that each level of code stands in
  int braces[RUBY_DEPTH];         // open `{` at each level of code
  int level;
  int32_t last;                   // the last character of code that is no blank; `"` stands for any literal
  bool spaced;                    // whether a blank stands behind it
  char word[RUBY_WORD + 1];       // the word that `last` ends, as far as it fits
  int word_length;
} Ruby;

static inline bool is_ruby_word(int32_t c) { return is_name_char(c) || c > 0x7f; }

static void ruby_seen(Ruby *ruby, int32_t c) {
  bool goes_on = is_ruby_word(ruby->last) && !ruby->spaced;
  if (!goes_on) ruby->word_length = 0;
  if (is_ruby_word(c) && ruby->word_length <= RUBY_WORD) {
    ruby->word[ruby->word_length < RUBY_WORD ? ruby->word_length : RUBY_WORD] = (char)c;
    ruby->word_length++;
  }
  ruby->last = c;
  ruby->spaced = false;
}

// Whether the last word is one that a value follows.
static bool ruby_keyword(const Ruby *ruby) {
  static const char *const words[] = {"if",   "unless", "while", "until", "when", "and", "or",  "not",
                                      "then", "return", "else",  "elsif", "do",   "in",  "case"};
  for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
    size_t length = strlen(words[i]);
    if ((size_t)ruby->word_length == length && memcmp(words[i], ruby->word, length) == 0) return true;
  }
  return false;
}

// Whether a value may start here, so that `/`, `%` and `?` are no operators. The look-ahead is what follows that sign.
static bool ruby_wants_value(const Ruby *ruby, TSLexer *lexer) {
  int32_t last = ruby->last;
  if (last == 0 || (last < 0x80 && strchr("([{,;=|&!~?:<>+-*/%^\n", last))) return true;
  if (!is_ruby_word(last)) return false;
  return ruby_keyword(ruby) || (ruby->spaced && !is_space(lexer->lookahead) && lexer->lookahead != '=');
}

static void ruby_enter(Ruby *ruby, int32_t open, bool expands) {
  int32_t close = open;
  if (open == '(') close = ')';
  if (open == '[') close = ']';
  if (open == '{') close = '}';
  if (open == '<') close = '>';
  ruby->literal = (RubyLiteral){.open = open, .close = close, .nested = 0, .expands = expands};
}

// `%q(...)` and its kin. Stands behind the `%`.
static void ruby_percent(Ruby *ruby, TSLexer *lexer) {
  bool expands = true;
  int32_t kind = lexer->lookahead;
  if (kind < 0x80 && kind > 0 && strchr("qQwWiIrsx", kind)) {
    expands = !strchr("qwis", kind);
    advance(lexer);
    ruby_seen(ruby, kind);
  }
  if (at_end(lexer) || is_space(lexer->lookahead) || is_ruby_word(lexer->lookahead)) return;
  ruby_enter(ruby, lexer->lookahead, expands);
  advance(lexer);
}

// One character inside a literal. Returns whether that is still readable.
static bool ruby_in_literal(Ruby *ruby, TSLexer *lexer) {
  RubyLiteral *literal = &ruby->literal;
  int32_t c = lexer->lookahead;
  advance(lexer);
  if (c == '\\') {
    if (!at_end(lexer)) advance(lexer);
  } else if (c == literal->close && literal->nested-- == 0) {
    literal->close = 0;
    ruby_seen(ruby, '"');
  } else if (c == literal->open && literal->open != literal->close) {
    literal->nested++;
  } else if (c == '#' && lexer->lookahead == '{' && literal->expands) {
    if (ruby->level + 1 == RUBY_DEPTH) return false;
    advance(lexer);
    ruby->outer[++ruby->level] = *literal;
    ruby->braces[ruby->level] = 0;
    literal->close = 0;
    ruby->last = 0;
  }
  return true;
}

// One character of code, or two where the first changes what the second means.
static void ruby_in_code(Ruby *ruby, TSLexer *lexer) {
  int32_t c = lexer->lookahead;
  if (c == '#') {
    to_line_end(lexer);
    return;
  }
  advance(lexer);
  if (is_blank(c) || c == '\r') {
    ruby->spaced = true;
    return;
  }
  bool value = (c == '/' || c == '%' || c == '?') && ruby_wants_value(ruby, lexer);
  // `?"` is a character, `$'` and `$"` are variables.
  bool takes_next = c == '\\' || c == '$' || (c == '?' && value && !is_space(lexer->lookahead));
  ruby_seen(ruby, c);
  if (c == '{') ruby->braces[ruby->level]++;
  if (c == '}') ruby->braces[ruby->level]--;
  if (c == '"' || c == '\'' || c == '`' || (c == '/' && value)) ruby_enter(ruby, c, c != '\'');
  if (c == '%' && value) ruby_percent(ruby, lexer);
  if (takes_next && !at_end(lexer) && !is_newline(lexer->lookahead)) {
    advance(lexer);
    ruby_seen(ruby, 'a');
  }
}

// Reads Ruby code up to the `}` that ends it and stops there. Returns whether there is one.
static bool ruby_verify(TSLexer *lexer, Look *look) {
  Ruby ruby = {0};
  while (!at_end(lexer) && look_on(look)) {
    if (ruby.literal.close) {
      if (!ruby_in_literal(&ruby, lexer)) return false;
    } else if (lexer->lookahead == '}' && ruby.braces[ruby.level] == 0) {
      if (ruby.level == 0) return true;
      advance(lexer);
      ruby.literal = ruby.outer[ruby.level--];
    } else {
      ruby_in_code(&ruby, lexer);
    }
  }
  return false;
}

#endif
