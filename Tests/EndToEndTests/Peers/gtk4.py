"""GTK 4 as owner and as reader of selections."""

import time

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk  # noqa: E402

import peer  # noqa: E402

TEXT = "text/plain;charset=utf-8"


class GTK4Peer(peer.Peer):
    """Its application hands the clipboard over when it ends."""

    def __init__(self, application):
        super().__init__()
        self.application = application

    def clipboard(self, selection):
        display = Gdk.Display.get_default()
        if selection == "CLIPBOARD":
            return display.get_clipboard()
        return display.get_primary_clipboard()

    def offered(self, selection):
        """The clipboard once GTK knows what its owner offers; it asks when it hears of a new one."""
        Gdk.Display.get_default().sync()
        clipboard, context = self.clipboard(selection), GLib.MainContext.default()
        deadline = time.monotonic() + 0.3
        while context.iteration(False):
            pass
        while not clipboard.get_formats().get_mime_types() and time.monotonic() < deadline:
            if not context.iteration(False):
                time.sleep(0.002)
        return clipboard

    def own(self, selection, contents):
        self.offer_providers(selection, [
            Gdk.ContentProvider.new_for_bytes(TEXT if name == "UTF8_STRING" else name,
                                              GLib.Bytes.new(content))
            for name, content in contents.items()
        ])

    def own_text(self, selection, text):
        # As a value, a string of 262,144 bytes or more sometimes never comes (GTK 4.8).
        self.own(selection, {TEXT: text.encode("utf-8")})

    def offer_image(self, selection, path):
        # The formats are known for the class alone, not for the kinds of it.
        texture = GObject.Value(Gdk.Texture, Gdk.Texture.new_from_filename(path))
        self.offer_providers(selection, [Gdk.ContentProvider.new_for_value(texture)])

    def offer_providers(self, selection, providers):
        if not self.clipboard(selection).set_content(Gdk.ContentProvider.new_union(providers)):
            raise RuntimeError("not owner")
        Gdk.Display.get_default().sync()

    def get(self, selection, target):
        target = TEXT if target == "UTF8_STRING" else target
        clipboard = self.offered(selection)
        if not clipboard.get_formats().contain_mime_type(target):
            return None
        stream, _ = self.wait(lambda done: clipboard.read_async([target], 0, None, done),
                              clipboard.read_finish)
        sink = Gio.MemoryOutputStream.new_resizable()
        flags = Gio.OutputStreamSpliceFlags
        # The stream is filled by the main loop, so nothing may wait for it there.
        self.wait(lambda done: sink.splice_async(
            stream, flags.CLOSE_SOURCE | flags.CLOSE_TARGET, 0, None, done), sink.splice_finish)
        return sink.steal_as_bytes().get_data() or b""

    def get_text(self, selection):
        clipboard = self.offered(selection)
        if not clipboard.get_formats().contain_mime_type(TEXT):
            return None
        return self.wait(lambda done: clipboard.read_text_async(None, done),
                         clipboard.read_text_finish)

    def wait(self, begin, finish):
        results = []
        begin(lambda _, result: results.append(result))
        while not results:
            GLib.MainContext.default().iteration(True)
        return finish(results[0])

    def targets(self, selection):
        return self.offered(selection).get_formats().get_mime_types() or []

    def clear(self, selection):
        self.clipboard(selection).set_content(None)
        Gdk.Display.get_default().sync()

    def quit(self):
        self.application.quit()


def activated(application):
    it = GTK4Peer(application)
    application.hold()
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, lambda *_: it.readable())
    GLib.idle_add(peer.ready)


application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activated)
application.run(None)
