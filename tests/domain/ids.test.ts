import { expect, it } from "vitest";
import { ID_PATTERN, isId, type RoomId } from "#app/domain/ids.ts";
import { ID_BYTES, makeId } from "#app/domain/make-id.ts";

it("ID1 ids have one form and use every bit of randomness", () => {
  const zeros = makeId<RoomId>(new Uint8Array(ID_BYTES));
  expect(zeros).toMatch(ID_PATTERN);
  const ids = new Set([zeros]);
  for (let bit = 0; bit < ID_BYTES * 8; bit++) {
    const bytes = new Uint8Array(ID_BYTES);
    bytes[bit >> 3] = 1 << (bit & 7);
    ids.add(makeId<RoomId>(bytes));
  }
  expect(ids.size).toBe(ID_BYTES * 8 + 1);
  for (const id of ids) expect(isId<RoomId>(id)).toBe(true);
  expect(isId("UPPER")).toBe(false);
});

it("ID1 another number of bytes makes no id", () => {
  expect(() => makeId(new Uint8Array(3))).toThrow(RangeError);
});
