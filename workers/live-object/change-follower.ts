import type { ReadKey } from "#db/changes/read-recorder.ts";
import { createDb } from "#db/client.ts";
import { findLastChange, listChanges } from "#db/queries/changes.ts";

const CHANGES_PER_READ = 500;
const CURSOR = "cursor";

type FollowerDeps = {
  readonly env: Env;
  readonly storage: DurableObjectStorage;
  /** Brings up to date what depends on the changed data. */
  readonly onChanged: (keys: ReadonlySet<ReadKey>) => Promise<void>;
};

/** A possible change of the database, or of data that the change log does not have. */
type Change = { readonly isInLog?: boolean; readonly keys?: readonly ReadKey[] };

/** Follows the changes of all data in steps, one after another. Each has all changes since the one before. */
export class ChangeFollower {
  readonly #deps: FollowerDeps;
  #pendingKeys = new Set<ReadKey>();
  #isLogUnread = false;
  #step: Promise<void> | null = null;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  /** The last change of the log that has reached `onChanged`. */
  get cursor(): number {
    return this.#deps.storage.kv.get<number>(CURSOR) ?? 0;
  }

  set #cursor(changeId: number) {
    this.#deps.storage.kv.put(CURSOR, changeId);
  }

  /** Begins with the changes from now on, unless something is followed by then. */
  async skipToEnd(isFollowing: () => boolean): Promise<void> {
    const last = await findLastChange(createDb(this.#deps.env.DB));
    if (!isFollowing()) this.#cursor = last;
  }

  /**
   * Resolves when everything shows all changes that were made before the call. A call waits for the step that is running, and
   * for one more. If it took every further one, it would not end while the changes go on, and all their work would count
   * toward the limits of one invocation.
   */
  async follow({ isInLog = false, keys = [] }: Change): Promise<void> {
    this.#isLogUnread ||= isInLog;
    for (const key of keys) this.#pendingKeys.add(key);
    // the call that began the step reports its error
    await this.#step?.catch(() => undefined);
    if (this.#isLogUnread || this.#pendingKeys.size > 0) {
      this.#step ??= this.#takeStep().finally(() => {
        this.#step = null;
      });
    }
    await this.#step;
  }

  async #takeStep(): Promise<void> {
    let lastId = this.cursor;
    if (this.#isLogUnread) {
      this.#isLogUnread = false;
      try {
        lastId = await this.#readLog();
      } catch (error) {
        this.#isLogUnread = true;
        throw error;
      }
    }
    this.#cursor = lastId;
    const keys = this.#pendingKeys;
    this.#pendingKeys = new Set();
    if (keys.size > 0) await this.#deps.onChanged(keys);
  }

  /** Reads the change log to its end. Returns the last change. */
  async #readLog(): Promise<number> {
    const db = createDb(this.#deps.env.DB);
    let lastId = this.cursor;
    for (let isFull = true; isFull; ) {
      const page = await listChanges(db, lastId, CHANGES_PER_READ);
      isFull = page.isFull;
      lastId = page.lastId;
      for (const key of page.keys) this.#pendingKeys.add(key);
    }
    return lastId;
  }
}
