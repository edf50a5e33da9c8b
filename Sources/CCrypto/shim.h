#ifndef SHED_CRYPTO_SHIM_H
#define SHED_CRYPTO_SHIM_H

/* OpenSSL calls these deprecated since 3.0, for EVP_*. That would bring all of the library and its search for providers with it, which
   would take longer than the program does to start; these are the code that it runs in the end. */
#define OPENSSL_SUPPRESS_DEPRECATED
#if !__has_include(<openssl/sha.h>)
#error "OpenSSL's headers and libcrypto.a are missing: on Debian and Ubuntu they are in libssl-dev (sudo apt-get install libssl-dev)"
#endif
#include <openssl/sha.h>

#endif
