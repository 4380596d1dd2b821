import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { EntryId, RoomId, UserId } from "#app/domain/ids.ts";
import type { EntryChange, LogSubject } from "#app/domain/room-log/room-log.ts";
import { roomLogLimits } from "#app/domain/room-log/room-log-limits.ts";
import { DAY_MS } from "#app/domain/units.ts";
import { editId, entryId, userId } from "#tests/support/builders.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { RoomLog } from "#workers/room-object/room-log.ts";
import type { Room } from "#workers/room-object/room-object.ts";

const MOVE: LogSubject = { kind: "move", title: "Song", count: 1 };
const MIRA = userId("mira");
const OTHER = userId("other");

type Edit = {
  readonly by?: UserId | null;
  readonly isGuest?: boolean;
  readonly subject?: LogSubject;
  readonly changes?: readonly EntryChange[];
  readonly atMs?: number;
};

/** Runs a test with an empty log. */
function withLog(test: (log: RoomLog, append: (n: number, edit?: Edit) => void) => void): Promise<void> {
  return runInDurableObject(roomObject(env, newId<RoomId>()), (_: Room, { storage }) => {
    const log = new RoomLog(storage.sql);
    storage.transactionSync(() =>
      test(log, (n, { by = MIRA, isGuest = false, subject = MOVE, changes = [], atMs = DAY_MS * 100 + n } = {}) => {
        const edit = { subject, changes, order: [] };
        log.append({ userId: by, isGuest, editId: editId(n), edit }, atMs);
      }),
    );
  });
}

const change = (id: EntryId, before: string | null, after: string | null): EntryChange => ({ entryId: id, before, after });
const listPlaces = (log: RoomLog) => log.list(Number.MAX_SAFE_INTEGER).rows.map(({ place }) => place);

describe("the log of a room", () => {
  it("lists its rows page by page, newest first", () =>
    withLog((log, append) => {
      for (let n = 1; n <= roomLogLimits.pageRows + 10; n++) append(n);
      const first = log.list(Number.MAX_SAFE_INTEGER);
      expect(first.rows).toHaveLength(roomLogLimits.pageRows);
      expect(first.rows[0]).toMatchObject({ userId: MIRA, subject: MOVE, editId: editId(roomLogLimits.pageRows + 10) });
      const second = log.list(first.nextBeforePlace ?? 0);
      expect([second.rows.length, second.nextBeforePlace]).toEqual([10, null]);
    }));

  it("RL7 forgets edits that are older than 30 days, and what only they were about", () =>
    withLog((log, append) => {
      append(1, { changes: [change(entryId(1), "a0", "a5")], atMs: DAY_MS });
      append(2, { changes: [change(entryId(2), "a1", "a6")], atMs: 20 * DAY_MS });
      append(3, { atMs: 32 * DAY_MS });
      expect(log.findEdit(editId(1))).toBeNull();
      expect(log.placementsBefore(2)).toEqual([{ entryId: entryId(2), rank: "a1" }]);
    }));

  it("RL5 finds no place for a time before its oldest edit", () =>
    withLog((log, append) => {
      for (const n of [1, 2]) append(n, { atMs: DAY_MS + n });
      const [second, first] = listPlaces(log);
      expect([0, 1, 2].map((n) => log.findPlaceAfter(DAY_MS + n))).toEqual([null, second, null]);
      expect(log.findOldestPlace()).toBe(first);
    }));

  it("RL7 forgets the oldest edits beyond the maximum number of changed entries", () =>
    withLog((log, append) => {
      const many = Array.from({ length: roomLogLimits.changes / 2 }, (_, i) => change(entryId(`m${i}`), "a0", "a1"));
      append(1, { by: OTHER, changes: many });
      append(2, { changes: many });
      append(3, { changes: [change(entryId(1), "a0", "a1")] });
      expect(listPlaces(log)).toEqual([3, 2]);
    }));

  it("RL8 joins the older edits of a person who makes very many, and keeps those of others", () =>
    withLog((log, append) => {
      append(0, { by: OTHER, changes: [change(entryId(9), "a9", null)] });
      const total = roomLogLimits.rowsPerPerson + 50;
      for (let n = 1; n <= total; n++) append(n, { changes: [change(entryId(1), `b${n - 1}`, `b${n}`)] });
      expect(log.findEdit(editId(0))?.userId).toBe(OTHER);
      expect(log.findEdit(editId(1))).toBeNull();
      expect(log.findEdit(editId(total))).not.toBeNull();
      expect(log.listOf(MIRA)).toHaveLength(roomLogLimits.rowsPerPerson);
      const joined = log.listOf(MIRA).at(-1);
      expect(joined).toMatchObject({ editId: null, subject: { kind: "move", count: 51 } });
      expect(log.placementsBefore(joined?.place ?? 0)).toEqual([{ entryId: entryId(1), rank: "b0" }]);
      expect(log.placementsBefore(1)).toEqual([
        { entryId: entryId(1), rank: "b0" },
        { entryId: entryId(9), rank: "a9" },
      ]);
    }));

  it("RL8 joins only neighbors, and never changes of roles and settings", () =>
    withLog((log, append) => {
      const settings: LogSubject = { kind: "settings", settings: ["name"] };
      for (let n = 0; n < roomLogLimits.rowsPerPerson * 2 + 100; n += 2) {
        append(n, { subject: settings });
        append(n + 1, { by: OTHER });
      }
      expect(log.listOf(OTHER).length).toBeGreaterThan(roomLogLimits.rowsPerPerson);
      expect(log.listOf(MIRA)).toHaveLength(roomLogLimits.rowsPerPerson + 50);
    }));

  it("RL8 an entry that is where it was after joined edits has not changed", () =>
    withLog((log, append) => {
      for (let n = 1; n <= roomLogLimits.rowsPerPerson + 2; n++) {
        const [before, after] = n % 2 === 1 ? ["a0", "a1"] : ["a1", "a0"];
        append(n, { changes: [change(entryId(1), before ?? "", after ?? "")] });
      }
      const [first] = log.listOf(MIRA).slice(-1);
      expect(first?.subject).toMatchObject({ count: 3 });
      expect(log.placementsBefore(first?.place ?? 0)).toEqual([{ entryId: entryId(1), rank: "a0" }]);
    }));

  it("RL8 joins the edits of guests with each other, and not with those of deleted accounts", () =>
    withLog((log, append) => {
      for (let n = 1; n <= 30; n++) append(n);
      log.removePerson(MIRA);
      const total = roomLogLimits.rowsPerPerson + 10;
      for (let n = 1; n <= total; n++) append(100 + n, { by: null, isGuest: true });
      const { rows } = log.list(40);
      expect(rows.filter(({ isGuest }) => !isGuest)).toHaveLength(30);
      expect(rows.find(({ isGuest }) => isGuest)?.subject).toMatchObject({ count: 11 });
    }));

  it("forgets a person whose account was deleted, and keeps the edits", () =>
    withLog((log, append) => {
      append(1);
      append(2, { by: OTHER });
      expect([...log.listPeople()].sort()).toEqual([MIRA, OTHER].sort());
      log.removePerson(MIRA);
      expect(log.listPeople()).toEqual([OTHER]);
      expect(log.list(Number.MAX_SAFE_INTEGER).rows.map(({ userId: by }) => by)).toEqual([OTHER, null]);
    }));
});
