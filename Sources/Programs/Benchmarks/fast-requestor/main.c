// A plain selection requestor to measure against: reads one target and writes it to stdout.
//
//   fast-requestor [-s SELECTION] [-t TARGET] [-q] [-x]
//
// -q  discard the bytes instead of writing them
// -x  stuck: once an INCR transfer is announced never delete the property; prints "stuck" and waits
//
// Exit: 0 read, 1 refused or no owner, 69 no display, 74 cannot write, 76 protocol; a signal after
// 30 seconds without progress.
// Source: ICCCM 2.0, 2.4 (requesting), 2.7.2 (INCR).
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xcb/xcb.h>

enum { patience = 30 };

static xcb_connection_t *connection;
static xcb_window_t window;
static xcb_atom_t property, incr;
static bool quiet;

static void write_all(const char *bytes, size_t count) {
  while (count) {
    ssize_t written = write(STDOUT_FILENO, bytes, count);
    if (written < 0) exit(74);
    bytes += written;
    count -= written;
  }
}

static xcb_generic_event_t *next_event(void) {
  xcb_flush(connection);
  xcb_generic_event_t *event = xcb_wait_for_event(connection);
  if (!event) exit(69);
  return event;
}

static void await_value(bool wanted_time, xcb_timestamp_t *time) {
  for (bool seen = false; !seen;) {
    xcb_generic_event_t *event = next_event();
    xcb_property_notify_event_t *changed = (xcb_property_notify_event_t *)event;
    seen = (event->response_type & 0x7f) == XCB_PROPERTY_NOTIFY
        && changed->state == XCB_PROPERTY_NEW_VALUE && changed->atom == property;
    if (seen && wanted_time) *time = changed->time;
    free(event);
  }
}

// Reads the property whole and, unless told not to, deletes it in the same request.
static xcb_get_property_reply_t *take(bool deleting) {
  xcb_get_property_reply_t *reply = xcb_get_property_reply(
      connection,
      xcb_get_property(connection, deleting, window, property, XCB_GET_PROPERTY_TYPE_ANY, 0,
                       UINT32_MAX / 4),
      NULL);
  if (!reply) exit(76);
  return reply;
}

static void read_pieces(void) {
  for (;;) {
    await_value(false, NULL);
    alarm(patience);
    xcb_get_property_reply_t *reply = take(true);
    if (reply->type == XCB_NONE) {  // The event of the announcement, already deleted.
      free(reply);
      continue;
    }
    size_t count = xcb_get_property_value_length(reply);
    if (!quiet) write_all(xcb_get_property_value(reply), count);
    free(reply);
    if (!count) return;
  }
}

int main(int count, char **words) {
  const char *names[] = {"CLIPBOARD", "UTF8_STRING", "INCR", "FAST_REQUESTOR"};
  bool stuck = false;
  for (int option; (option = getopt(count, words, "s:t:qx")) != -1;) {
    if (option == 's') names[0] = optarg;
    else if (option == 't') names[1] = optarg;
    else if (option == 'q') quiet = true;
    else if (option == 'x') stuck = true;
    else return 64;
  }
  connection = xcb_connect(NULL, NULL);
  if (xcb_connection_has_error(connection)) return 69;
  alarm(patience);

  xcb_intern_atom_cookie_t cookies[4];
  xcb_atom_t atoms[4];
  for (int i = 0; i < 4; i++)
    cookies[i] = xcb_intern_atom(connection, 0, strlen(names[i]), names[i]);
  for (int i = 0; i < 4; i++) {
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(connection, cookies[i], NULL);
    if (!reply) return 69;
    atoms[i] = reply->atom;
    free(reply);
  }
  incr = atoms[2], property = atoms[3];

  xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data;
  uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE;
  window = xcb_generate_id(connection);
  xcb_create_window(connection, 0, window, screen->root, 0, 0, 1, 1, 0,
                    XCB_WINDOW_CLASS_INPUT_ONLY, 0, XCB_CW_EVENT_MASK, &mask);
  // The request carries a timestamp of the server's: that of an empty append.
  xcb_timestamp_t now = XCB_CURRENT_TIME;
  xcb_change_property(connection, XCB_PROP_MODE_APPEND, window, property, XCB_ATOM_STRING, 8, 0,
                      NULL);
  await_value(true, &now);
  xcb_delete_property(connection, window, property);
  xcb_convert_selection(connection, window, atoms[0], atoms[1], property, now);

  for (bool answered = false; !answered;) {
    xcb_generic_event_t *event = next_event();
    if ((event->response_type & 0x7f) == XCB_SELECTION_NOTIFY) {
      if (((xcb_selection_notify_event_t *)event)->property == XCB_NONE) return 1;
      answered = true;
    }
    free(event);
  }
  if (stuck) {
    alarm(0);
    xcb_get_property_reply_t *reply = take(false);
    puts(reply->type == incr ? "stuck" : "not INCR");
    fflush(stdout);
    for (;;) pause();
  }
  xcb_get_property_reply_t *reply = take(true);
  if (reply->type == XCB_NONE) return 76;
  if (reply->type == incr)
    read_pieces();
  else if (!quiet)
    write_all(xcb_get_property_value(reply), xcb_get_property_value_length(reply));
  free(reply);
  xcb_disconnect(connection);
}
