import type { RoomEvent } from "#app/domain/room/room-event.ts";

type Deps = {
  /** The connections that get a snapshot soon, and no events until then. */
  readonly withheld: Set<WebSocket>;
  readonly send: (socket: WebSocket) => void;
};

const SOCKETS_AT_ONCE = 20;
const INTERVAL_MS = 100;
const ADDED_ENTRIES_MAX = 1000;
const CHANGED_ENTRIES_MAX = 5000;

/** Whether a snapshot is shorter than the events, or not much longer: it is packed, and encoded once for everyone. */
export function isLargeBatch(events: readonly RoomEvent[]): boolean {
  let added = 0;
  let changed = 0;
  for (const event of events) {
    if (event.type === "entries-added") added += event.entries.length;
    else if (event.type === "entries-removed") changed += event.entryIds.length;
    else if (event.type === "entries-moved" || event.type === "ranks-renewed") changed += event.ranks.length;
  }
  return added > ADDED_ENTRIES_MAX || changed > CHANGED_ENTRIES_MAX;
}

/** Sends snapshots to all connections after a large change, a few at a time, because a long playlist takes about 1 MB. */
export class SnapshotPusher {
  readonly #deps: Deps;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  push(sockets: readonly WebSocket[]): void {
    for (const socket of sockets) this.#deps.withheld.add(socket);
    if (this.#timer === null) this.#sendNext();
  }

  #sendNext(): void {
    const { withheld, send } = this.#deps;
    for (const socket of [...withheld].slice(0, SOCKETS_AT_ONCE)) {
      withheld.delete(socket);
      send(socket);
    }
    this.#timer = withheld.size > 0 ? setTimeout(() => this.#sendNext(), INTERVAL_MS) : null;
  }
}
