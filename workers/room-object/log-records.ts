import { setTimeout as sleep } from "node:timers/promises";
import type { EditId, EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import type { UndoLog } from "#app/domain/room/decision.ts";
import type { LoggedEdit, Placement } from "#app/domain/room-log/room-log.ts";
import { chunk } from "#app/lib/chunk.ts";
import type { RoomLog } from "./room-log.ts";

/** To read as many entries takes 10 to 15 ms. */
const ENTRIES_PER_TURN = 2000;
/** How often the records are read in turns of their own. An edit that comes meanwhile may change them. */
const ATTEMPTS = 3;

type Deps = { readonly log: RoomLog; readonly sql: SqlStorage; readonly isRemoved: () => boolean };

/** The records that one command undoes. */
type Held = {
  readonly editId: EditId | null;
  readonly edit: LoggedEdit | null;
  readonly placements: readonly Placement[] | null;
  readonly entries: ReadonlyMap<EntryId, Entry>;
};

/**
 * The records of the log that undoing reads. Those of a long edit are read in several turns before the one that decides and stores
 * the command.
 */
export class LogRecords implements UndoLog {
  readonly #log: RoomLog;
  readonly #sql: SqlStorage;
  readonly #isRemoved: () => boolean;
  #held: Held | null = null;

  constructor({ log, sql, isRemoved }: Deps) {
    this.#log = log;
    this.#sql = sql;
    this.#isRemoved = isRemoved;
  }

  findEdit(id: EditId): LoggedEdit | null {
    return this.#held?.editId === id ? this.#held.edit : this.#log.findEdit(id);
  }

  placementsBefore(place: number): readonly Placement[] | null {
    return this.#held ? this.#held.placements : this.#log.placementsBefore(place);
  }

  removedEntries(ids: readonly EntryId[]): readonly Entry[] {
    const { entries } = this.#held ?? {};
    return entries ? ids.flatMap((id) => entries.get(id) ?? []) : this.#log.removedEntries(ids);
  }

  /** Runs a command: in this turn, unless it undoes a long edit. */
  run<T>(command: AnyCommand, act: () => T): T | Promise<T> {
    return this.#log.countUndone(command) > ENTRIES_PER_TURN ? this.#readAndRun(command, act) : act();
  }

  async #readAndRun<T>(command: AnyCommand, act: () => T): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = this.#countWrites();
      const held = await this.#read(command);
      if (this.#isRemoved()) throw new Error("the room was removed");
      if (this.#countWrites() === before) return this.#runWith(held, act);
    }
    return act();
  }

  #runWith<T>(held: Held, act: () => T): T {
    this.#held = held;
    try {
      return act();
    } finally {
      this.#held = null;
    }
  }

  /** The rows that this object has ever written. */
  #countWrites(): number {
    return this.#sql.exec<{ count: number }>("SELECT total_changes() AS count").one().count;
  }

  async #read(command: AnyCommand): Promise<Held> {
    await sleep(0);
    const editId = command.type === "undo" ? command.editId : null;
    const edit = editId && this.#log.findEdit(editId);
    const placements = command.type === "set-back" ? this.#log.placementsBefore(command.place) : null;
    const changed: readonly { readonly entryId: EntryId }[] = edit?.changes ?? placements ?? [];
    const entryIds = changed.map(({ entryId }) => entryId);
    const entries = new Map<EntryId, Entry>();
    for (const ids of chunk(entryIds, ENTRIES_PER_TURN)) {
      await sleep(0);
      for (const entry of this.#log.removedEntries(ids)) entries.set(entry.id, entry);
    }
    await sleep(0);
    return { editId, edit, placements, entries };
  }
}
