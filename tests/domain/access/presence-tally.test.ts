import { expect, it } from "vitest";
import { PresenceTally } from "#app/domain/access/presence-tally.ts";
import { buildConnection, userId } from "#tests/support/builders.ts";

const MIRA = userId("mira");
const LEO = userId("leo");

it("CN1 lists a person once with their devices, and counts guests by connection", () => {
  const tally = new PresenceTally();
  const connections = [MIRA, MIRA, LEO, null, null, null].map((id) => buildConnection(id));
  for (const connection of connections) tally.add(connection);
  const { present, guests } = tally.list();
  expect(present.map(({ person, devices }) => [person.id, devices])).toEqual([
    [MIRA, 2],
    [LEO, 1],
  ]);
  expect(guests).toBe(3);
  expect(tally.activeUsers).toBe(5);
});

it("CN1 a person is present until the last device has left", () => {
  const tally = new PresenceTally();
  const [first, second] = [buildConnection(MIRA), buildConnection(MIRA)];
  tally.add(first);
  tally.add(second);
  tally.remove(first);
  expect(tally.find(MIRA)).toMatchObject({ devices: 1 });
  tally.remove(second);
  expect(tally.find(MIRA)).toBeNull();
  expect(tally.activeUsers).toBe(0);
});

it("CN1 a changed connection shows the person's new role on one device", () => {
  const tally = new PresenceTally();
  const before = buildConnection(MIRA);
  const after = { ...before, role: "editor" as const };
  tally.add(before);
  tally.remove(before);
  tally.add(after);
  expect(tally.find(MIRA)).toMatchObject({ role: "editor", devices: 1 });
});
