#ifndef SHED_ZLIB_SHIM_H
#define SHED_ZLIB_SHIM_H

#include <zlib.h>

/* Begins to inflate what has no header, as in a zip archive: inflateInit2 is a macro, which Swift cannot call. */
static inline int shed_inflate_begin(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

#endif
