import type { RoomId, UserId } from "#app/domain/ids.ts";
import {
  type ListeningProgress,
  listeningLimits,
  type PresentSince,
  planListening,
  recordListening,
} from "#app/domain/room/listening.ts";
import { delay } from "#app/lib/retry.ts";
import { clearListening, saveListening } from "#db/queries/listening.ts";
import { logError } from "#workers/http/log-error.ts";
import { openDb } from "#workers/http/open-db.ts";
import type { ConnectionStore } from "./connection-store.ts";

type Deps = {
  readonly env: Env;
  readonly kv: SyncKvStorage;
  readonly connections: ConnectionStore;
  readonly isRemoved: () => boolean;
  readonly waitUntil: (promise: Promise<unknown>) => void;
};

/** The storage key of the people whom the room shows: an object that has restarted has to write that they left. */
const SHOWN = "listening";

/**
 * Writes to D1 which people listen in the room, of those who show it. The room asks D1 for everyone who arrives, because it does
 * not know who does. Only one write runs at a time, and the next one follows after a pause.
 */
export class ListeningPublisher {
  readonly #deps: Deps;
  #progress: ListeningProgress;
  #hasChanged = false;
  #isPublishing = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#progress = { written: null, refreshedAtMs: 0, shown: deps.kv.get<readonly UserId[]>(SHOWN) ?? [] };
  }

  /** Called when people came or left, and from time to time. */
  publish(roomId: RoomId): void {
    this.#hasChanged = true;
    if (!this.#isPublishing) this.#deps.waitUntil(this.#run(roomId));
  }

  /** Writes everyone again, because a person has begun to show where they listen. */
  refresh(roomId: RoomId): void {
    this.#forgetWritten();
    this.publish(roomId);
  }

  async #run(roomId: RoomId): Promise<void> {
    this.#isPublishing = true;
    try {
      while (this.#hasChanged && !this.#deps.isRemoved()) {
        this.#hasChanged = false;
        if (await this.#write(roomId, Date.now())) await delay(listeningLimits.intervalMs);
      }
    } catch (error) {
      // the next check of the connections tries again
      logError("listening", error, { room: roomId });
      this.#forgetWritten();
    } finally {
      this.#isPublishing = false;
    }
  }

  /** Returns false if there was nothing to write. */
  async #write(roomId: RoomId, nowMs: number): Promise<boolean> {
    const before = this.#progress;
    const present = this.#listPresent();
    const change = planListening(before, present, nowMs);
    const { arrived, left } = change;
    const db = openDb(this.#deps.env);
    if (left.length > 0) await clearListening(db, roomId, left);
    const shown = arrived.size > 0 ? await saveListening(db, { roomId, present: arrived, nowMs }) : [];
    // a removed room must not store anything again
    if (this.#deps.isRemoved()) return false;
    const isRefreshNeeded = this.#progress !== before;
    this.#progress = recordListening(before, { change, present, shown }, nowMs);
    if (this.#progress.shown !== before.shown) this.#deps.kv.put(SHOWN, this.#progress.shown);
    if (isRefreshNeeded) this.#forgetWritten();
    return left.length + arrived.size > 0;
  }

  #forgetWritten(): void {
    this.#progress = { ...this.#progress, written: null };
  }

  #listPresent(): PresentSince {
    const present = new Map<UserId, number>();
    for (const { person, joinedAtMs } of this.#deps.connections.list()) {
      if (person) present.set(person.id, Math.max(joinedAtMs, present.get(person.id) ?? 0));
    }
    return present;
  }
}
