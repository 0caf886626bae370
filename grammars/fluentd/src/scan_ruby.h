// Ruby code inside `#{...}`: where it ends.
//
// Fluentd asks Ruby's own parser for the first `}` that leaves valid code. This follows brackets, literals, comments
// and interpolation instead, which finds the same end in all valid code but for a heredoc behind the name of a method
// (`puts <<X`, which may as well be a shift). It does not notice code that Ruby would refuse.
#ifndef FLUENTD_SCAN_RUBY_H_
#define FLUENTD_SCAN_RUBY_H_

#include "scan_state.h"

// Strings inside strings inside embedded Ruby: more levels than anyone writes.
#define RUBY_DEPTH 32
#define RUBY_WORD 8
// Heredocs that begin on one line, and the letters of their ends; a longer one is taken for a shift.
#define RUBY_HEREDOCS 4
#define RUBY_HEREDOC_NAME 40

// A literal that we are in: what ends it (0: none), what opens a nested pair, how many are open, whether `#{` counts.
typedef struct {
  int32_t open, close;
  int nested;
  bool expands;
} RubyLiteral;

// A heredoc whose text begins on the next line: the line that ends it, and whether blanks may stand before that.
typedef struct {
  int32_t name[RUBY_HEREDOC_NAME];
  int length;
  bool indented;
} RubyHeredoc;

typedef struct {
  RubyLiteral literal;
  RubyLiteral outer[RUBY_DEPTH];  // the literal that each level of code stands in
  int braces[RUBY_DEPTH];         // open `{` at each level of code
  int level;
  int32_t last;                   // the last character of code that is no blank; `"` stands for any literal
  bool spaced;                    // whether a blank stands behind it
  char word[RUBY_WORD + 1];       // the word that `last` ends, as far as it fits
  int word_length;
  RubyHeredoc heredocs[RUBY_HEREDOCS];
  int waiting;                    // heredocs that began on this line
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
  bool bare = true;
  int32_t kind = lexer->lookahead;
  if (kind < 0x80 && kind > 0 && strchr("qQwWiIrsx", kind)) {
    expands = !strchr("qwis", kind);
    bare = false;
    advance(lexer);
    ruby_seen(ruby, kind);
  }
  // Without a letter a blank or a line feed may be the delimiter: a value is wanted here, so that this is no remainder.
  if (at_end(lexer) || is_ruby_word(lexer->lookahead)) return;
  if (is_space(lexer->lookahead) && (!bare || lexer->lookahead == '\r')) return;
  ruby_enter(ruby, lexer->lookahead, expands);
  advance(lexer);
}

// What follows `<<`: the name of a heredoc, or nothing of the kind.
static void ruby_heredoc(Ruby *ruby, TSLexer *lexer, bool value) {
  RubyHeredoc found = {.length = 0, .indented = lexer->lookahead == '~' || lexer->lookahead == '-'};
  if (found.indented) {
    ruby_seen(ruby, lexer->lookahead);
    advance(lexer);
  }
  int32_t quote = lexer->lookahead;
  bool quoted = quote == '"' || quote == '\'' || quote == '`';
  if (!value || ruby->waiting == RUBY_HEREDOCS || !(quoted || (is_ruby_word(quote) && !(quote >= '0' && quote <= '9')))) return;
  if (quoted) advance(lexer);
  while (!is_line_end(lexer) && (quoted ? lexer->lookahead != quote : is_ruby_word(lexer->lookahead))) {
    if (found.length < RUBY_HEREDOC_NAME) found.name[found.length] = lexer->lookahead;
    found.length++;
    advance(lexer);
  }
  if (quoted && lexer->lookahead == quote) advance(lexer);
  ruby_seen(ruby, '"');
  if (found.length <= RUBY_HEREDOC_NAME) ruby->heredocs[ruby->waiting++] = found;
}

// Skips the texts of the heredocs that began on the line before. What `#{` stands in them is no concern: it ends in them.
static void ruby_heredoc_texts(Ruby *ruby, TSLexer *lexer, Look *look) {
  for (int i = 0; i < ruby->waiting; i++) {
    const RubyHeredoc *heredoc = &ruby->heredocs[i];
    bool ended = false;
    while (!ended && !at_end(lexer) && look_on(look)) {
      while (heredoc->indented && is_blank(lexer->lookahead)) advance(lexer);
      int same = 0;
      while (same < heredoc->length && lexer->lookahead == heredoc->name[same]) {
        advance(lexer);
        same++;
      }
      ended = same == heredoc->length && is_line_end(lexer);
      while (!at_end(lexer) && lexer->lookahead != '\n' && look_on(look)) advance(lexer);
      if (!at_end(lexer)) advance(lexer);
    }
  }
  ruby->waiting = 0;
}

// Whether `word` follows, and behind it a blank or the end of the line. It is consumed as far as it fits.
static bool ruby_line_word(Ruby *ruby, TSLexer *lexer, const char *word) {
  for (; *word; word++) {
    if (lexer->lookahead != *word) return false;
    ruby_seen(ruby, *word);
    advance(lexer);
  }
  return at_end(lexer) || is_space(lexer->lookahead);
}

// What only the start of a line has: the texts of heredocs, and a comment from `=begin` to `=end`.
static void ruby_line_start(Ruby *ruby, TSLexer *lexer, Look *look) {
  if (ruby->waiting) ruby_heredoc_texts(ruby, lexer, look);
  if (lexer->lookahead != '=' || !ruby_line_word(ruby, lexer, "=begin")) return;
  bool ended = false;
  while (!ended && !at_end(lexer) && look_on(look)) {
    while (!at_end(lexer) && lexer->lookahead != '\n' && look_on(look)) advance(lexer);
    if (!at_end(lexer)) advance(lexer);
    ended = ruby_line_word(ruby, lexer, "=end");
  }
  to_line_end(lexer);
  ruby_seen(ruby, '\n');
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
static void ruby_in_code(Ruby *ruby, TSLexer *lexer, Look *look) {
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
  if (c == '<' && lexer->lookahead == '<') {
    advance(lexer);
    bool shift = is_ruby_word(ruby->last) && !ruby_keyword(ruby) && lexer->lookahead != '~' && lexer->lookahead != '-';
    bool heredoc = !shift && ruby_wants_value(ruby, lexer);
    ruby_seen(ruby, '<');
    ruby_heredoc(ruby, lexer, heredoc);
    return;
  }
  bool value = (c == '/' || c == '%' || c == '?') && ruby_wants_value(ruby, lexer);
  // `?"` is a character, `$'` and `$"` are variables.
  bool takes_next = c == '\\' || c == '$' || (c == '?' && value && !is_space(lexer->lookahead));
  ruby_seen(ruby, c);
  if (c == '\n') ruby_line_start(ruby, lexer, look);
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
      // The text of a heredoc has yet to come: Ruby refuses code that ends here.
      if (ruby.level == 0) return ruby.waiting == 0;
      advance(lexer);
      ruby.literal = ruby.outer[ruby.level--];
    } else {
      ruby_in_code(&ruby, lexer, look);
    }
  }
  return false;
}

#endif
