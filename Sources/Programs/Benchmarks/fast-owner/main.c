// A plain selection owner to measure against: offers the content of one file as UTF8_STRING.
//
//   fast-owner [-s SELECTION] [-c PIECE] [-m] FILE
//
// -c: bytes in a piece of an INCR transfer (393,216); -m: own the selection and never answer.
// Prints "owned" once it owns; ends when it has lost the selection and nothing is under way.
// Source: ICCCM 2.0, 2.1 (acquiring), 2.2 (responsibilities of the owner), 2.7.2 (INCR).
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xcb/xcb.h>

enum { threshold = 262144, maximum = 16 };

typedef struct {
  xcb_window_t requestor;  // 0: the place is free
  xcb_atom_t property;
  off_t offset;
  bool ended;  // the empty last piece is written
} transfer_t;

static xcb_connection_t *connection;
static xcb_window_t window;
static xcb_timestamp_t claimed;
static xcb_atom_t selection, targets, timestamp, utf8, incr;
static int file;
static off_t size;
static uint32_t piece = 393216;
static char *buffer;
static transfer_t transfers[maximum];

static xcb_atom_t atom(const char *name) {
  xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(
      connection, xcb_intern_atom(connection, 0, strlen(name), name), NULL);
  if (!reply) exit(69);
  xcb_atom_t value = reply->atom;
  free(reply);
  return value;
}

static void change(xcb_window_t on, xcb_atom_t property, xcb_atom_t type, uint8_t format,
                   uint32_t count, const void *data) {
  xcb_change_property(connection, XCB_PROP_MODE_REPLACE, on, property, type, format, count, data);
}

static uint32_t read_piece(off_t offset, uint32_t most) {
  ssize_t count = pread(file, buffer, most, offset);
  if (count < 0) exit(74);
  return count;
}

static void listen_to(xcb_window_t requestor, uint32_t mask) {
  xcb_change_window_attributes(connection, requestor, XCB_CW_EVENT_MASK, &mask);
}

static int running(xcb_window_t requestor) {
  int count = 0;
  for (int i = 0; i < maximum; i++)
    count += requestor ? transfers[i].requestor == requestor : transfers[i].requestor != 0;
  return count;
}

static transfer_t *find(xcb_window_t requestor, xcb_atom_t property) {
  for (int i = 0; i < maximum; i++)
    if (transfers[i].requestor == requestor && (!requestor || transfers[i].property == property))
      return &transfers[i];
  return NULL;
}

static bool begin(xcb_window_t requestor, xcb_atom_t property) {
  transfer_t *transfer = find(requestor, property);
  if (!transfer) transfer = find(0, 0);
  if (!transfer) return false;
  *transfer = (transfer_t){.requestor = requestor, .property = property};
  // Before the property is written, or its deletion could be missed.
  listen_to(requestor, XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_STRUCTURE_NOTIFY);
  uint32_t least = size > UINT32_MAX ? UINT32_MAX : size;  // Only a lower bound is asked for.
  change(requestor, property, incr, 32, 1, &least);
  return true;
}

static void next_piece(transfer_t *transfer) {
  xcb_window_t requestor = transfer->requestor;
  if (transfer->ended) {
    transfer->requestor = 0;
    if (!running(requestor)) listen_to(requestor, 0);
    return;
  }
  uint32_t count = read_piece(transfer->offset, piece);
  change(requestor, transfer->property, utf8, 8, count, buffer);
  transfer->offset += count;
  transfer->ended = count == 0;
}

static void answer(const xcb_selection_request_event_t *request) {
  xcb_window_t to = request->requestor;
  xcb_atom_t property = request->property ? request->property : request->target;
  bool stale = request->time && (int32_t)(request->time - claimed) < 0;
  if (stale || request->selection != selection) {
    property = XCB_NONE;
  } else if (request->target == targets) {
    xcb_atom_t all[] = {targets, timestamp, utf8};
    change(to, property, XCB_ATOM_ATOM, 32, 3, all);
  } else if (request->target == timestamp) {
    change(to, property, XCB_ATOM_INTEGER, 32, 1, &claimed);
  } else if (request->target != utf8) {
    property = XCB_NONE;
  } else if (size <= threshold) {
    change(to, property, utf8, 8, read_piece(0, threshold), buffer);
  } else if (!begin(to, property)) {
    property = XCB_NONE;
  }
  // xcb_send_event reads 32 bytes, more than xcb_selection_notify_event_t has.
  union { xcb_selection_notify_event_t notify; char bytes[32]; } event = {.bytes = {0}};
  event.notify.response_type = XCB_SELECTION_NOTIFY;
  event.notify.time = request->time;
  event.notify.requestor = to;
  event.notify.selection = request->selection;
  event.notify.target = request->target;
  event.notify.property = property;
  xcb_send_event(connection, 0, to, 0, event.bytes);
}

static void gone(xcb_window_t requestor) {
  for (transfer_t *each = transfers; each < transfers + maximum; each++)
    if (each->requestor == requestor) each->requestor = 0;
}

// A timestamp of the server's own: that of an empty append to a property of this window.
static void claim(void) {
  xcb_change_property(connection, XCB_PROP_MODE_APPEND, window, atom("FAST_OWNER_TIME"),
                      XCB_ATOM_STRING, 8, 0, NULL);
  xcb_flush(connection);
  for (xcb_generic_event_t *event; !claimed; free(event)) {
    if (!(event = xcb_wait_for_event(connection))) exit(69);
    if ((event->response_type & 0x7f) == XCB_PROPERTY_NOTIFY)
      claimed = ((xcb_property_notify_event_t *)event)->time;
  }
  xcb_set_selection_owner(connection, window, selection, claimed);
  xcb_get_selection_owner_reply_t *reply = xcb_get_selection_owner_reply(
      connection, xcb_get_selection_owner(connection, selection), NULL);
  if (!reply || reply->owner != window) exit(75);
  free(reply);
}

int main(int count, char **words) {
  const char *name = "CLIPBOARD";
  bool mute = false, lost = false;
  for (int option; (option = getopt(count, words, "s:c:m")) != -1;) {
    if (option == 's') name = optarg;
    else if (option == 'c') piece = strtoul(optarg, NULL, 10);
    else if (option == 'm') mute = true;
    else return 64;
  }
  struct stat status;
  if (optind + 1 != count || !piece) return 64;
  if ((file = open(words[optind], O_RDONLY | O_CLOEXEC)) < 0 || fstat(file, &status)) return 66;
  size = status.st_size;

  connection = xcb_connect(NULL, NULL);
  if (xcb_connection_has_error(connection)) return 69;
  uint64_t most = 4ull * xcb_get_maximum_request_length(connection) - 28;
  if (piece > most) piece = most;
  if (!(buffer = malloc(piece > threshold ? piece : threshold))) return 71;
  selection = atom(name), targets = atom("TARGETS"), timestamp = atom("TIMESTAMP");
  utf8 = atom("UTF8_STRING"), incr = atom("INCR");
  xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data;
  uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE;
  window = xcb_generate_id(connection);
  xcb_create_window(connection, 0, window, screen->root, 0, 0, 1, 1, 0,
                    XCB_WINDOW_CLASS_INPUT_ONLY, 0, XCB_CW_EVENT_MASK, &mask);
  claim();
  puts("owned");
  fflush(stdout);

  while (!lost || running(0)) {
    xcb_flush(connection);
    xcb_generic_event_t *event = xcb_wait_for_event(connection);
    if (!event) return 69;
    xcb_property_notify_event_t *changed = (xcb_property_notify_event_t *)event;
    transfer_t *transfer;
    switch (event->response_type & 0x7f) {
    case 0: gone(((xcb_generic_error_t *)event)->resource_id); break;
    case XCB_DESTROY_NOTIFY: gone(((xcb_destroy_notify_event_t *)event)->window); break;
    case XCB_SELECTION_CLEAR: lost = true; break;
    case XCB_SELECTION_REQUEST:
      if (!mute) answer((xcb_selection_request_event_t *)event);
      break;
    case XCB_PROPERTY_NOTIFY:
      transfer = find(changed->window, changed->atom);
      if (changed->state == XCB_PROPERTY_DELETE && transfer) next_piece(transfer);
    }
    free(event);
  }
}
