#ifndef CGDKPIXBUF_SHIM_H
#define CGDKPIXBUF_SHIM_H
#include <gdk-pixbuf/gdk-pixbuf.h>

/* GObject connects functions of any type by a cast, for which Swift has no words. */
typedef void (*cgdkpixbuf_sized)(GdkPixbufLoader *loader, int width, int height, void *data);
typedef void (*cgdkpixbuf_updated)(GdkPixbufLoader *loader, int x, int y, int width, int height,
                                   void *data);

static inline void cgdkpixbuf_connect(GdkPixbufLoader *loader, cgdkpixbuf_sized sized,
                                      cgdkpixbuf_updated updated, void *data) {
  g_signal_connect_data(loader, "size-prepared", G_CALLBACK(sized), data, NULL, (GConnectFlags)0);
  g_signal_connect_data(loader, "area-updated", G_CALLBACK(updated), data, NULL, (GConnectFlags)0);
}

#endif
