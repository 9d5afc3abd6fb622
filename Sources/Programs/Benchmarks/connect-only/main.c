// The least that a program can do with an X server: connect, two round trips, exit.
// The benchmark prints it as the floor below every program that talks to X itself.
#include <stdlib.h>
#include <xcb/xcb.h>

int main(void) {
  xcb_connection_t *connection = xcb_connect(NULL, NULL);
  if (xcb_connection_has_error(connection)) return 69;

  xcb_intern_atom_cookie_t atom = xcb_intern_atom(connection, 0, 9, "CLIPBOARD");
  xcb_intern_atom_reply_t *interned = xcb_intern_atom_reply(connection, atom, NULL);
  if (!interned) return 69;

  xcb_get_selection_owner_cookie_t owner = xcb_get_selection_owner(connection, interned->atom);
  xcb_get_selection_owner_reply_t *owned = xcb_get_selection_owner_reply(connection, owner, NULL);
  free(interned);
  free(owned);
  xcb_disconnect(connection);
  return owned ? 0 : 69;
}
