import { startTimer } from "#app/lib/timer.ts";
import { takeEarlySocket } from "./early-socket.ts";
import type { ReconnectingSocketDeps } from "./reconnecting-socket.ts";

/** The effects of a socket in a browser. `getPath` names the route of each connection, relative to the page's origin. */
export function createBrowserSocketDeps(getPath: () => string): ReconnectingSocketDeps {
  return {
    connect() {
      const path = getPath();
      return takeEarlySocket(path) ?? new WebSocket(location.origin.replace("http", "ws") + path);
    },
    after: startTimer,
    random: Math.random,
  };
}
