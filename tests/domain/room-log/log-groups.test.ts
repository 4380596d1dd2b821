import { expect, it } from "vitest";
import { groupRows } from "#app/domain/room-log/log-groups.ts";
import type { LogSubject } from "#app/domain/room-log/room-log.ts";
import { userId } from "#tests/support/builders.ts";

const ADD: LogSubject = { kind: "add", title: "Song", count: 2 };
const SETTINGS: LogSubject = { kind: "settings", settings: ["name"] };
const row = (place: number, subject: LogSubject, { by = "mira" as string | null, atMs = place * 1000 } = {}) => {
  return { place, atMs, subject, person: by === null ? null : { id: userId(by) }, isGuest: by === null };
};
const places = (rows: readonly ReturnType<typeof row>[]) =>
  groupRows(rows).map((group) => group.rows.map(({ place }) => place));

it("RL6 consecutive edits of the same kind and person form one group, with the number of all their tracks", () => {
  expect(groupRows([row(3, ADD), row(2, ADD), row(1, ADD)])).toMatchObject([{ trackCount: 6, oldest: { place: 1 } }]);
});

it("RL6 another person, another kind or more than two minutes begin another group", () => {
  expect(places([row(3, ADD), row(2, ADD, { by: "other" }), row(1, ADD)])).toEqual([[3], [2], [1]]);
  expect(places([row(2, ADD), row(1, { kind: "remove", title: "Song", count: 1 })])).toEqual([[2], [1]]);
  expect(places([row(2, ADD, { atMs: 130_000 }), row(1, ADD, { atMs: 0 })])).toEqual([[2], [1]]);
});

it("RL6 guests, and changes of settings, are not grouped", () => {
  expect(places([row(2, ADD, { by: null }), row(1, ADD, { by: null })])).toEqual([[2], [1]]);
  expect(places([row(2, SETTINGS), row(1, SETTINGS)])).toEqual([[2], [1]]);
});
