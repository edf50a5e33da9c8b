#ifndef SHED_CTOML_H
#define SHED_CTOML_H

/* Reads TOML 1.0 with toml++ (a C++ library of headers only), and gives what it read as one flat list. No exception leaves
 * these functions, and ctoml_free frees all that a document has.
 *
 * The parser goes down into tables and lists by calling itself, and so do its destructors: whoever calls bounds how deep
 * names and brackets nest (TOMLLimits in ShedTOML). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    ctoml_string,
    ctoml_integer,
    ctoml_double,
    ctoml_bool,
    ctoml_date_time, /* a date, a time, or both, as RFC 3339 writes it */
    ctoml_array,
    ctoml_table
} ctoml_kind;

/* UTF-8 that lives as long as its document; not ended by a NUL. */
typedef struct {
    const char *bytes;
    size_t length;
} ctoml_text;

/* From 1; 0 where it is not known. A column is a code point. */
typedef struct {
    uint32_t line;
    uint32_t column;
} ctoml_position;

/* A value. What a list or a table holds follows it in the list: `count` values, each with all that it holds itself. */
typedef struct {
    ctoml_kind kind;
    bool boolean;
    ctoml_text key;              /* empty in a list and for the root */
    ctoml_position key_position; /* where the key stands for the first time */
    ctoml_position position;     /* where the value begins; of a table its header */
    ctoml_text text;             /* of a string or a date */
    int64_t integer;
    double number;
    size_t count;
} ctoml_value;

typedef struct ctoml_document ctoml_document;

/* Parses UTF-8 without NUL bytes. Returns NULL where memory is short; what is no TOML has a ctoml_fault. */
ctoml_document *ctoml_parse(const char *bytes, size_t length);

void ctoml_free(ctoml_document *document);

/* What the parser says is wrong, and where; false if nothing is. */
bool ctoml_fault(const ctoml_document *document, ctoml_text *reason, ctoml_position *position);

/* The values, of which the first is the root; the keys of each table in the order of their bytes. None after a fault. */
const ctoml_value *ctoml_values(const ctoml_document *document, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
