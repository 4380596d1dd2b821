import { TOKEN_PREFIX } from "./room-access-tokens.ts";

/** A socket that the page's HTML has opened while the scripts were loading, and its events so far. */
type EarlySocket = { readonly path: string; readonly socket: WebSocket; readonly events: readonly Event[] };

type PageWithSocket = { earlySocket?: EarlySocket };

/**
 * An inline script that opens a socket of the page's origin. It opens none if this browser session has the token of a room: only
 * the scripts can send that.
 */
export function earlySocketScript(path: string): string {
  return `(() => {
  if (Object.keys(sessionStorage).some((key) => key.startsWith(${JSON.stringify(TOKEN_PREFIX)}))) return;
  const path = ${JSON.stringify(path)};
  const socket = new WebSocket(location.origin.replace("http", "ws") + path);
  const events = [];
  socket.onopen = socket.onmessage = socket.onclose = (event) => { events.push(event); };
  window.earlySocket = { path, socket, events };
})();`;
}

/**
 * Returns the early socket if it was opened for this path. Only the first caller gets it. The caller must set its handlers at
 * once: they then receive the earlier events too.
 */
export function takeEarlySocket(path: string, page: PageWithSocket = window as PageWithSocket): WebSocket | null {
  const early = page.earlySocket;
  delete page.earlySocket;
  if (!early) return null;
  const { socket, events } = early;
  if (early.path !== path) {
    socket.close();
    return null;
  }
  queueMicrotask(() => {
    for (const event of events) socket.dispatchEvent(event);
  });
  return socket;
}
