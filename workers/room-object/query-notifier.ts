import type { RoomId } from "#app/domain/ids.ts";
import { logError } from "#workers/http/log-error.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";

/** The storage key of the mark that live queries depend on the room. */
const WATCHED = "watched-by-queries";
/** A room that changes all the time notifies at most this often. */
const INTERVAL_MS = 250;

type Deps = { readonly env: Env; readonly kv: SyncKvStorage; readonly waitUntil: (promise: Promise<unknown>) => void };

/** Notifies the live queries of changes of the room's state, while any of them depends on it. */
export class QueryNotifier {
  readonly #deps: Deps;
  #isWatched: boolean;
  #watches = 0;
  #notifiedAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#isWatched = deps.kv.get(WATCHED) === true;
  }

  isWatched(): boolean {
    return this.#isWatched;
  }

  watch(): void {
    this.#watches += 1;
    if (!this.#isWatched) this.#deps.kv.put(WATCHED, true);
    this.#isWatched = true;
  }

  /** To be called after every change of the state. */
  notify(roomId: RoomId): void {
    if (!this.#isWatched || this.#timer !== null) return;
    const waitMs = this.#notifiedAtMs + INTERVAL_MS - Date.now();
    if (waitMs <= 0) return this.#send(roomId);
    this.#timer = setTimeout(() => this.#send(roomId), waitMs);
  }

  #send(roomId: RoomId): void {
    const { env, waitUntil } = this.#deps;
    const watches = this.#watches;
    this.#timer = null;
    this.#notifiedAtMs = Date.now();
    const sending = liveObject(env)
      .notifyRoom(roomId)
      .then((isWatched) => {
        if (!isWatched && this.#watches === watches) this.#unwatch();
      })
      .catch((error) => logError("live-queries", error, { room: roomId }));
    waitUntil(sending);
  }

  #unwatch(): void {
    this.#isWatched = false;
    this.#deps.kv.delete(WATCHED);
  }
}
