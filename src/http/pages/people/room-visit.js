// The visit behind the page of a room: its token and session, and the reports of what the visitor looks at.
import { fragment, ROOT } from './kit.js';

export const token = fragment('token');
export const path = `rooms/public/${encodeURIComponent(token ?? '')}`;
const storageKey = `room ${token?.slice(-8)}`;

/** Texts of refusals by code. */
export const REFUSALS = {
  ROOM_PASSWORD_INVALID: 'roomPasswordWrong',
  ROOM_CODE_INVALID: 'roomCodeWrong',
  ROOM_ACCESS_DENIED: 'roomDenied',
  ROOM_NDA_REQUIRED: 'roomAgreementNew',
  ROOM_ACCESS_REQUIRED: 'roomSessionEnded',
};

/** The session lives as long as the tab, so that a reload does not ask for a new code. */
export const session = {
  get: () => sessionStorage.getItem(storageKey),
  set: (value) => sessionStorage.setItem(storageKey, value),
  end: () => sessionStorage.removeItem(storageKey),
  headers: () => (session.get() ? { 'x-room-session': session.get() } : {}),
};

/** Returns the address of a file under the address of this page. */
export function fileUrl(url) {
  return new URL(`files/${url.slice(url.lastIndexOf('/') + 1)}`, ROOT).href;
}

/** Events wait here until they are sent together. */
const waiting = [];
let sequence = 0;

export function report(type, more = {}) {
  sequence += 1;
  const id = `${Date.now().toString(36)}-${sequence}`;
  waiting.push({ client_event_id: id, type, at: new Date().toISOString(), ...more });
}

export function sendEvents() {
  if (!session.get() || waiting.length === 0) return;
  const events = waiting.splice(0, 50);
  fetch(new URL(`api/${path}/events`, ROOT), {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...session.headers() },
    body: JSON.stringify({ events }),
  }).catch(() => undefined);
}

const SEND_MS = 5000;
const LONGEST_MS = 60_000;
const THRESHOLDS = Array.from({ length: 21 }, (_, index) => index / 20);

/** Sends reports from now on. @returns a function that ends it */
export function startReports() {
  report('room_viewed');
  sendEvents();
  const timer = setInterval(sendEvents, SEND_MS);
  const leave = () => document.visibilityState === 'hidden' && sendEvents();
  // On the window, so that it runs after what the items of the page report.
  addEventListener('visibilitychange', leave);
  return () => {
    clearInterval(timer);
    removeEventListener('visibilitychange', leave);
  };
}

/**
 * Reports an item as viewed once most of it, or half of the screen, shows it, and the seconds that it stays there.
 * @returns a function that ends it
 */
export function watchItem(element, itemId) {
  let isSeen = false;
  let since = 0;
  let viewed = false;
  const count = () => {
    const seconds = since ? Math.round((Date.now() - since) / 1000) : 0;
    if (seconds >= 1) report('time_spent', { item_id: itemId, seconds: Math.min(seconds, 3600) });
    since = isSeen && document.visibilityState === 'visible' ? Date.now() : 0;
  };
  const watch = new IntersectionObserver(
    (entries) => {
      const { isIntersecting, intersectionRatio, intersectionRect } = entries.at(-1);
      const isShown = intersectionRatio >= 0.6 || intersectionRect.height >= innerHeight / 2;
      if (isSeen === (isIntersecting && isShown)) return;
      isSeen = !isSeen;
      if (isSeen && !viewed) report('item_viewed', { item_id: itemId });
      viewed ||= isSeen;
      count();
    },
    { threshold: THRESHOLDS },
  );
  watch.observe(element);
  // A visitor who reads for long is counted before they leave.
  const timer = setInterval(count, LONGEST_MS);
  document.addEventListener('visibilitychange', count);
  return () => {
    isSeen = false;
    count();
    clearInterval(timer);
    watch.disconnect();
    document.removeEventListener('visibilitychange', count);
  };
}
