import Glibc

/// Whether something can be done as a user who may not write everywhere.
package let hasSetpriv = getuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0
