// Nothing is called here: the library is put before the C library's (LD_PRELOAD, ld.so(8)). See CPowerCut.c.
