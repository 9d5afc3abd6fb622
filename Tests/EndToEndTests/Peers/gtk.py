"""GTK 3 as owner and as reader of selections."""

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

import peer  # noqa: E402


def atom(name):
    return Gdk.Atom.intern(name, False)


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
        if content is not None:
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

    def own_text(self, selection, text):
        Gtk.Clipboard.get(atom(selection)).set_text(text, -1)
        Gdk.Display.get_default().sync()

    def get(self, selection, target):
        data = Gtk.Clipboard.get(atom(selection)).wait_for_contents(atom(target))
        if data is None or data.get_length() < 0:
            return None
        return bytes(data.get_data())

    def get_text(self, selection):
        return Gtk.Clipboard.get(atom(selection)).wait_for_text()

    def targets(self, selection):
        found, atoms = Gtk.Clipboard.get(atom(selection)).wait_for_targets()
        return [one.name() for one in atoms] if found else []

    def clear(self, selection):
        Gtk.Clipboard.get(atom(selection)).clear()
        Gtk.selection_owner_set(None, atom(selection), Gdk.CURRENT_TIME)
        Gdk.Display.get_default().sync()

    def leave(self, selection):
        clipboard = Gtk.Clipboard.get(atom(selection))
        clipboard.set_can_store(None)
        clipboard.store()

    def quit(self):
        Gtk.main_quit()


it = GTKPeer()
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, lambda *_: it.readable())
GLib.idle_add(peer.ready)
Gtk.main()
