// A program that copies one text after the other, to measure who notices how many of them.
//
//   churn COUNT RATE BYTES
//
// Claims CLIPBOARD COUNT times, RATE times a second (0: without a pause), each time with another text of
// so many bytes. A request gets the newest text. Prints how many texts were read at least once and how
// often one was read, and ends when nobody has read for a second.
// Source: ICCCM 2.0, 2.1 (acquiring), 2.2 (responsibilities of the owner).
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xcb/xcb.h>

static xcb_connection_t *connection;
static xcb_window_t window;
static xcb_atom_t selection, targets, utf8;
static char *text;
static long length, number, reads, distinct, last_read;

static xcb_atom_t atom(const char *name) {
  xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(
      connection, xcb_intern_atom(connection, 0, strlen(name), name), NULL);
  if (!reply) exit(69);
  xcb_atom_t value = reply->atom;
  free(reply);
  return value;
}

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void answer(const xcb_selection_request_event_t *request) {
  xcb_atom_t property = request->property ? request->property : request->target;
  if (request->target == targets) {
    xcb_atom_t all[] = {targets, utf8};
    xcb_change_property(connection, XCB_PROP_MODE_REPLACE, request->requestor, property,
                        XCB_ATOM_ATOM, 32, 2, all);
  } else if (request->target == utf8) {
    xcb_change_property(connection, XCB_PROP_MODE_REPLACE, request->requestor, property, utf8, 8,
                        length, text);
    reads++;
    distinct += last_read != number;
    last_read = number;
  } else {
    property = XCB_NONE;
  }
  // xcb_send_event reads 32 bytes, more than xcb_selection_notify_event_t has.
  union { xcb_selection_notify_event_t notify; char bytes[32]; } event = {.bytes = {0}};
  event.notify.response_type = XCB_SELECTION_NOTIFY;
  event.notify.time = request->time;
  event.notify.requestor = request->requestor;
  event.notify.selection = request->selection;
  event.notify.target = request->target;
  event.notify.property = property;
  xcb_send_event(connection, 0, request->requestor, 0, event.bytes);
}

static void handle_events(void) {
  for (xcb_generic_event_t *event; (event = xcb_poll_for_event(connection)); free(event))
    if ((event->response_type & 0x7f) == XCB_SELECTION_REQUEST)
      answer((xcb_selection_request_event_t *)event);
  xcb_flush(connection);
  if (xcb_connection_has_error(connection)) exit(69);
}

// Serves until a moment.
static void serve(long until) {
  struct pollfd file = {xcb_get_file_descriptor(connection), POLLIN, 0};
  for (long rest; handle_events(), (rest = until - now()) > 0;) {
    struct timespec wait = {rest / 1000000000L, rest % 1000000000L};
    ppoll(&file, 1, &wait, NULL);
  }
}

static void claim(void) {
  number++;
  snprintf(text, length, "%ld ", number);
  memset(text + strlen(text), 'a' + number % 26, length - strlen(text));
  // With the current time, as xclip does: a round trip for each would slow the pace.
  xcb_set_selection_owner(connection, window, selection, XCB_CURRENT_TIME);
}

int main(int count, char **words) {
  if (count != 4) return 64;
  long copies = atol(words[1]), rate = atol(words[2]);
  length = atol(words[3]);
  text = calloc(1, length + 1);
  connection = xcb_connect(NULL, NULL);
  if (!text || xcb_connection_has_error(connection)) return 69;
  xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data;
  window = xcb_generate_id(connection);
  xcb_create_window(connection, 0, window, screen->root, 0, 0, 1, 1, 0,
                    XCB_WINDOW_CLASS_INPUT_ONLY, 0, 0, NULL);
  selection = atom("CLIPBOARD"), targets = atom("TARGETS"), utf8 = atom("UTF8_STRING");
  // Texts of a run before would be old ones.
  number = now() / 1000000 * 1000;
  long start = now();
  for (long copy = 0; copy < copies; copy++) {
    if (rate) serve(start + copy * (1000000000L / rate));
    claim();
    handle_events();
  }
  // The last is read when whoever reads comes to it.
  for (long end = now() + 10000000000L, seen = -1; now() < end && (!reads || seen != reads);) {
    seen = reads;
    serve(now() + 1000000000L);
  }
  printf("%ld %ld\n", distinct, reads);
  return 0;
}
