#ifndef CXCB_SHIM_H
#define CXCB_SHIM_H
#include <xcb/xcb.h>
#include <xcb/xfixes.h>
#endif
