"""Qt as owner and as reader of selections: qt.py [5|6]."""

import sys

if sys.argv[1:] == ["6"]:
    from PyQt6.QtCore import QMimeData, QSocketNotifier, QTimer, QUrl
    from PyQt6.QtGui import QClipboard, QGuiApplication, QImage
else:
    from PyQt5.QtCore import QMimeData, QSocketNotifier, QTimer, QUrl
    from PyQt5.QtGui import QClipboard, QGuiApplication, QImage

import peer

MODES = {"CLIPBOARD": QClipboard.Mode.Clipboard, "PRIMARY": QClipboard.Mode.Selection}


class QtPeer(peer.Peer):
    """Each step waits for the server: Qt keeps what it read until it hears of a new owner.

    It also claims with the time of the last event that it saw, which must not be from before that.
    """

    def __init__(self, application):
        super().__init__()
        self.application = application
        self.clipboard = application.clipboard()

    def own(self, selection, contents):
        self.application.sync()
        data = QMimeData()
        for target, content in contents.items():
            data.setData(target, content)
        self.clipboard.setMimeData(data, MODES[selection])
        self.application.sync()

    def own_text(self, selection, text):
        self.application.sync()
        self.clipboard.setText(text, MODES[selection])
        self.application.sync()

    def offer_image(self, selection, path):
        self.application.sync()
        self.clipboard.setImage(QImage(path), MODES[selection])
        self.application.sync()

    def get(self, selection, target):
        self.application.sync()
        data = self.clipboard.mimeData(MODES[selection])
        if data is None or not data.hasFormat(target):
            return None
        return bytes(data.data(target))

    def own_uris(self, selection, uris):
        self.application.sync()
        data = QMimeData()
        data.setUrls([QUrl.fromEncoded(uri.encode()) for uri in uris])
        self.clipboard.setMimeData(data, MODES[selection])
        self.application.sync()

    def get_uris(self, selection):
        self.application.sync()
        data = self.clipboard.mimeData(MODES[selection])
        if data is None or not data.hasUrls():
            return None
        return [bytes(url.toEncoded()).decode() for url in data.urls()]

    def get_text(self, selection):
        self.application.sync()
        data = self.clipboard.mimeData(MODES[selection])
        if data is None or not data.hasText():
            return None
        return data.text()

    def targets(self, selection):
        self.application.sync()
        data = self.clipboard.mimeData(MODES[selection])
        return [] if data is None else data.formats()

    def clear(self, selection):
        self.clipboard.clear(MODES[selection])
        self.application.sync()

    def quit(self):
        self.application.quit()


application = QGuiApplication(sys.argv[:1])
it = QtPeer(application)
notifier = QSocketNotifier(0, QSocketNotifier.Type.Read)
notifier.activated.connect(lambda *_: it.readable() or notifier.setEnabled(False))
QTimer.singleShot(0, peer.ready)
sys.exit(application.exec())
