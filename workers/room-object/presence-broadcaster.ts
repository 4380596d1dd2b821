import type { Connection, PresentPerson } from "#app/domain/access/connection.ts";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectionStore } from "./connection-store.ts";

type Deps = {
  readonly connections: ConnectionStore;
  readonly broadcaster: Broadcaster;
  readonly isRemoved: () => boolean;
  /** Called after each message, with the number of active users. */
  readonly onPublished: (activeUsers: number) => void;
};

/**
 * Broadcasts who has come, changed or left, at most every `presenceBroadcastMs`. When a thousand people come at once, a message
 * for each of them to all others would be a million.
 */
export class PresenceBroadcaster {
  readonly #deps: Deps;
  #changed = new Map<UserId, Pick<PresentPerson, "person" | "role">>();
  #publishedAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** The `nameChanges` that were broadcast last. -1 while that is not known, because the room object has just woken. */
  #nameChanges = -1;
  /** Of the people whose connection has ended, until that is published. */
  readonly #lingering = new Map<UserId, ReturnType<typeof setTimeout>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Publishes a connection that has joined, changed or left: at once after a quiet time, otherwise with others. */
  publish({ person, role }: Connection): void {
    if (this.#deps.isRemoved()) return;
    if (person) this.#changed.set(person.id, { person, role });
    if (this.#timer !== null) return;
    const waitMs = this.#publishedAtMs + connectionLimits.presenceBroadcastMs - Date.now();
    if (waitMs <= 0) this.#broadcast();
    else this.#timer = setTimeout(() => this.#broadcast(), waitMs);
  }

  /** Publishes a connection that has ended, after the time for which its person stays present (CN6). */
  publishLater(connection: Connection): void {
    const { person } = connection;
    // a guest cannot be recognized when they reconnect
    if (!person) return this.publish(connection);
    clearTimeout(this.#lingering.get(person.id));
    const publish = () => {
      this.#lingering.delete(person.id);
      this.publish(connection);
    };
    this.#lingering.set(person.id, setTimeout(publish, connectionLimits.presenceLingerMs));
  }

  #broadcast(): void {
    const { connections, broadcaster, onPublished } = this.#deps;
    const { presence } = connections;
    const changed = [...this.#changed.values()];
    this.#changed = new Map();
    this.#timer = null;
    this.#publishedAtMs = Date.now();
    const present = changed.flatMap((known) => {
      const found = presence.find(known.person.id);
      if (found) return [found];
      return this.#lingering.has(known.person.id) ? [] : [{ ...known, devices: 0 }];
    });
    broadcaster.broadcast({ type: "presence", present, guests: presence.guests, guestNames: this.#takeChangedNames() });
    onPublished(presence.activeUsers);
  }

  /**
   * Null if no name has changed since the last call. Names that are the same again count as changed: a device that joined
   * meanwhile received others.
   */
  #takeChangedNames(): readonly string[] | null {
    const { presence } = this.#deps.connections;
    if (presence.nameChanges === this.#nameChanges) return null;
    this.#nameChanges = presence.nameChanges;
    return presence.listGuestNames();
  }
}
