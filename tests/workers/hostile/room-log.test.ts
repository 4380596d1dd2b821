import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import type { EntryChange } from "#app/domain/room-log/room-log.ts";
import { roomLogLimits } from "#app/domain/room-log/room-log-limits.ts";
import { DAY_MS } from "#app/domain/units.ts";
import { editId, entryId, userId } from "#tests/support/builders.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { RoomLog } from "#workers/room-object/room-log.ts";
import type { Room } from "#workers/room-object/room-object.ts";
import { countSql, type SqlWork } from "./count-work.ts";

const MIRA = userId("mira");
/** As many entries as one command names. */
const MANY = 500;

/** Runs a test with an empty log, and the work of each edit. */
function withLog(test: (log: RoomLog, append: (n: number, changes: readonly EntryChange[]) => SqlWork) => void): Promise<void> {
  return runInDurableObject(roomObject(env, newId<RoomId>()), (_: Room, { storage }) => {
    const { sql, work } = countSql(storage.sql);
    const log = new RoomLog(sql);
    storage.transactionSync(() =>
      test(log, (n, changes) => {
        Object.assign(work, { statements: 0, rowsRead: 0, rowsWritten: 0 });
        const edit = { subject: { kind: "move", title: "Song", count: changes.length } as const, changes, order: [] };
        log.append({ userId: MIRA, isGuest: false, editId: editId(n), edit }, DAY_MS * 100 + n);
        return { ...work };
      }),
    );
  });
}

/** The move of many entries, the first of which has this number. */
const moveMany = (first: number, n: number): readonly EntryChange[] =>
  Array.from({ length: MANY }, (_, i) => ({ entryId: entryId(`e${first + i}`), before: `a${n}`, after: `b${n}` }));

describe("a room log that one person fills", () => {
  it("stores an edit of 500 entries with at most 12 statements", () =>
    withLog((_, append) => {
      expect(append(1, moveMany(0, 1)).statements).toBeLessThanOrEqual(12);
    }));

  it("joins an edit of 500 entries with one of 15,000 in at most 15,000 rows read", () =>
    withLog((log, append) => {
      for (let n = 0; n < 30 + roomLogLimits.unjoinedRows; n++) append(n, moveMany(n * MANY, n));
      const work = append(1000, moveMany(0, 1000));
      expect(log.listOf(MIRA)).toHaveLength(roomLogLimits.unjoinedRows + 1);
      expect(work.rowsRead).toBeLessThanOrEqual(15_000);
      expect(work.rowsWritten).toBeLessThanOrEqual(10 * MANY);
    }));
});
