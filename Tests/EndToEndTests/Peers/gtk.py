"""GTK 3 as owner and as reader of selections."""

import ctypes

import gi

# Where GTK 4 is installed as well, its Gdk would be taken.
gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk  # noqa: E402

import peer  # noqa: E402


def atom(name):
    return Gdk.Atom.intern(name, False)


class Offering:
    """gtk_clipboard_set_with_data, which is in no binding."""

    class Target(ctypes.Structure):
        _fields_ = [("name", ctypes.c_char_p), ("flags", ctypes.c_uint), ("info", ctypes.c_uint)]

    GET = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p)
    CLEAR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)

    def __init__(self):
        self.library = ctypes.CDLL("libgtk-3.so.0")
        for name, result, arguments in [
            ("gdk_atom_intern", ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_int]),
            ("gtk_clipboard_get", ctypes.c_void_p, [ctypes.c_void_p]),
            ("gtk_clipboard_set_with_data", ctypes.c_int, [
                ctypes.c_void_p, ctypes.POINTER(self.Target), ctypes.c_uint, self.GET, self.CLEAR,
                ctypes.c_void_p]),
            ("gtk_clipboard_set_can_store", None, [
                ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]),
            ("gtk_selection_data_set", None, [
                ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int]),
        ]:
            function = getattr(self.library, name)
            function.restype, function.argtypes = result, arguments
        self.get, self.clear = self.GET(self.requested), self.CLEAR(lambda *_: None)

    def requested(self, clipboard, data, info, user):
        name, content = self.contents[info]
        target = self.library.gdk_atom_intern(name, 0)
        self.library.gtk_selection_data_set(data, target, 8, content, len(content))

    def offer(self, selection, contents):
        clipboard = self.library.gtk_clipboard_get(
            self.library.gdk_atom_intern(selection.encode(), 0))
        pairs = [(target.encode(), content) for target, content in contents.items()]
        targets = (self.Target * len(pairs))(
            *[(name, 0, index) for index, (name, _) in enumerate(pairs)])
        self.contents = pairs
        if not self.library.gtk_clipboard_set_with_data(
                clipboard, targets, len(pairs), self.get, self.clear, None):
            raise RuntimeError("not owner")
        self.library.gtk_clipboard_set_can_store(clipboard, None, 0)


class GTKPeer(peer.Peer):
    def __init__(self):
        super().__init__()
        self.contents = {}
        self.widget = Gtk.Invisible()
        self.widget.connect("selection-get", self.requested)
        self.widget.realize()

    def requested(self, widget, data, info, time):
        selection = data.get_selection().name()
        target = data.get_target()
        content = self.contents.get(selection, {}).get(target.name())
        if isinstance(content, list):
            data.set_uris(content)
        elif content is not None:
            data.set(target, 8, content)

    def own(self, selection, contents):
        Gtk.selection_clear_targets(self.widget, atom(selection))
        self.contents[selection] = contents
        for target in contents:
            Gtk.selection_add_target(self.widget, atom(selection), atom(target), 0)
        time = Gdk.CURRENT_TIME
        if not Gtk.selection_owner_set(self.widget, atom(selection), time):
            raise RuntimeError("not owner")
        Gdk.Display.get_default().sync()

    def leave(self, selection):
        clipboard = Gtk.Clipboard.get(atom(selection))
        clipboard.set_can_store(None)
        clipboard.store()

    def offer(self, selection, contents):
        offering.offer(selection, contents)
        Gdk.Display.get_default().sync()

    def offer_image(self, selection, path):
        clipboard = Gtk.Clipboard.get(atom(selection))
        clipboard.set_image(GdkPixbuf.Pixbuf.new_from_file(path))
        clipboard.set_can_store(None)
        Gdk.Display.get_default().sync()

    def own_text(self, selection, text):
        Gtk.Clipboard.get(atom(selection)).set_text(text, -1)
        Gdk.Display.get_default().sync()

    def get(self, selection, target):
        data = Gtk.Clipboard.get(atom(selection)).wait_for_contents(atom(target))
        if data is None or data.get_length() < 0:
            return None
        return bytes(data.get_data())

    def own_uris(self, selection, uris):
        self.own(selection, {"text/uri-list": uris})

    def get_uris(self, selection):
        # Without an owner the binding says that there are none.
        return Gtk.Clipboard.get(atom(selection)).wait_for_uris() or None

    def get_text(self, selection):
        return Gtk.Clipboard.get(atom(selection)).wait_for_text()

    def targets(self, selection):
        found, atoms = Gtk.Clipboard.get(atom(selection)).wait_for_targets()
        return [one.name() for one in atoms] if found else []

    def clear(self, selection):
        Gtk.Clipboard.get(atom(selection)).clear()
        Gtk.selection_owner_set(None, atom(selection), Gdk.CURRENT_TIME)
        Gdk.Display.get_default().sync()

    def quit(self):
        Gtk.main_quit()


offering = Offering()
it = GTKPeer()
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, lambda *_: it.readable())
GLib.idle_add(peer.ready)
Gtk.main()
