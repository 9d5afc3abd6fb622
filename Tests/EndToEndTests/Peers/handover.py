"""How long a program's hand-over to the clipboard manager takes, in milliseconds on stdout.

    handover.py gtk            gtk_clipboard_store of GTK 3, with text
    handover.py qt5|qt6        the end of a Qt program that owns text, HTML and 5 MB of an image

Where nobody owns CLIPBOARD_MANAGER nothing is handed over; GTK says so with status 3. GTK waits ten
seconds for a manager that does not answer, Qt five.
"""

import os
import sys
import time


def report(begin):
    print(round((time.monotonic() - begin) * 1000), flush=True)


def gtk():
    import gi

    gi.require_version("Gdk", "3.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gdk, Gtk

    clipboard = Gtk.Clipboard.get(Gdk.Atom.intern("CLIPBOARD", False))
    clipboard.set_text("handed over by GTK", -1)
    clipboard.set_can_store(None)
    if not Gdk.Display.get_default().supports_clipboard_persistence():
        sys.exit(3)
    begin = time.monotonic()
    clipboard.store()
    report(begin)


def qt(version):
    if version == "qt6":
        from PyQt6.QtCore import QMimeData, QTimer
        from PyQt6.QtGui import QGuiApplication
    else:
        from PyQt5.QtCore import QMimeData, QTimer
        from PyQt5.QtGui import QGuiApplication

    application = QGuiApplication(sys.argv[:1])
    data = QMimeData()
    data.setText("handed over by Qt")
    data.setHtml("<b>handed over by Qt</b>")
    data.setData("image/png", os.urandom(5_000_000))
    application.clipboard().setMimeData(data)
    application.sync()
    QTimer.singleShot(0, application.quit)
    application.exec()
    begin = time.monotonic()
    # Qt hands over when the last of the application goes.
    del application
    report(begin)


gtk() if sys.argv[1] == "gtk" else qt(sys.argv[1])
