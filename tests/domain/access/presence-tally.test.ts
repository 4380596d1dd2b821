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
  tally.replace(null, before);
  tally.replace(before, after);
  expect(tally.find(MIRA)).toMatchObject({ role: "editor", devices: 1 });
});

it("CN7 lists the names of guests as long as their connections last, and equal names more than once", () => {
  const tally = new PresenceTally();
  const [vera, anna, namesake] = ["Вера", "Анна", "Анна"].map((guestName) => buildConnection(null, { guestName }));
  if (!vera || !anna || !namesake) throw new Error("a connection is missing");
  for (const connection of [vera, anna, buildConnection(null), namesake, buildConnection(MIRA)]) tally.add(connection);
  expect(tally.list()).toMatchObject({ guests: 4, guestNames: ["Анна", "Анна", "Вера"] });
  tally.remove(anna);
  expect(tally.listGuestNames()).toEqual(["Анна", "Вера"]);
  tally.remove(vera);
  tally.add({ ...vera, guestName: null });
  expect(tally.list()).toMatchObject({ guests: 3, guestNames: ["Анна"] });
});

it("CN7 counts the changes of names, so that each reaches everyone", () => {
  const tally = new PresenceTally();
  const anna = buildConnection(null, { guestName: "Анна" });
  tally.add(buildConnection(null));
  tally.add(buildConnection(MIRA));
  expect(tally.nameChanges).toBe(0);
  tally.add(anna);
  const joined = tally.nameChanges;
  tally.remove(anna);
  expect(joined).toBeGreaterThan(0);
  expect(tally.nameChanges).toBeGreaterThan(joined);
});

it("CN7 does not count a change of a guest's connection that leaves the name as it is", () => {
  const tally = new PresenceTally();
  const anna = buildConnection(null, { guestName: "Анна" });
  tally.replace(null, anna);
  const joined = tally.nameChanges;
  const measured = { ...anna, roundTripMs: 40 };
  tally.replace(anna, measured);
  expect(tally.nameChanges).toBe(joined);
  const renamed = { ...measured, guestName: "Аня" };
  tally.replace(measured, renamed);
  expect(tally.nameChanges).toBeGreaterThan(joined);
  expect(tally.list()).toMatchObject({ guests: 1, guestNames: ["Аня"] });
  tally.replace(renamed, null);
  expect(tally.list()).toMatchObject({ guests: 0, guestNames: [] });
});

it("CN8 lists at most 50 names of guests and counts all guests", () => {
  const tally = new PresenceTally();
  for (let i = 0; i < 60; i++) tally.add(buildConnection(null, { guestName: `Guest ${String(i).padStart(2, "0")}` }));
  const { guests, guestNames } = tally.list();
  expect(guests).toBe(60);
  expect(guestNames).toHaveLength(50);
  expect([guestNames[0], guestNames[49]]).toEqual(["Guest 00", "Guest 49"]);
});
