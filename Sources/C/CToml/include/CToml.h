#ifndef CTOML_H
#define CTOML_H

#include <stddef.h>
#include <stdint.h>

// A TOML document as a sequence of visits, so that integers, floats and dates arrive exactly as
// toml++ read them, without a text form in between.

#ifdef __cplusplus
extern "C" {
#endif

/// What a visit says.
typedef enum ctoml_kind {
  CTOML_TABLE_BEGIN,
  CTOML_TABLE_END,
  CTOML_ARRAY_BEGIN,
  CTOML_ARRAY_END,
  CTOML_KEY,
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_FLOAT,
  CTOML_BOOLEAN,
  CTOML_DATE_TIME,
} ctoml_kind;

/// One visit: keys, strings and dates are in `text`, numbers and booleans beside it.
///
/// Lines and columns count from 1; 0 means unknown. `text` is valid during the call.
typedef struct ctoml_visit {
  ctoml_kind kind;
  uint32_t line;
  uint32_t column;
  const char *text;
  size_t length;
  int64_t integer;
  double number;
} ctoml_visit;

/// Why and where a document was refused; `message` is ended by NUL and cut to fit.
typedef struct ctoml_failure {
  uint32_t line;
  uint32_t column;
  char message[256];
} ctoml_failure;

/// Parses `count` bytes and calls `visit` in document order of the tree.
///
/// Returns 0, or -1 with `failure` filled in; then nothing was visited. No exception leaves it.
/// A document of more than 1 MiB, a key of more than 16 parts and values nested deeper than 32
/// are failures.
int ctoml_parse(
  const uint8_t *bytes, size_t count, void *context,
  void (*visit)(void *context, const ctoml_visit *event), ctoml_failure *failure);

#ifdef __cplusplus
}
#endif
#endif
