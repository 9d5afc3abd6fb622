#ifndef CXCB_SHIM_H
#define CXCB_SHIM_H
#include <stdio.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <X11/Xauth.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/res.h>
#include <xcb/xfixes.h>

/* xcb_extension_t is incomplete and mutable, so Swift cannot take its address. */
static inline xcb_extension_t *cxcb_xfixes(void) { return &xcb_xfixes_id; }
static inline xcb_extension_t *cxcb_res(void) { return &xcb_res_id; }

/* dup3 is declared only with _GNU_SOURCE, which a module map cannot set for everybody. */
static inline int cxcb_replace_descriptor(int from, int to) {
  return (int)syscall(SYS_dup3, from, to, O_CLOEXEC);
}

#endif
