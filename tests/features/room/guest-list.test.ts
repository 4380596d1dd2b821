import { expect, it } from "vitest";
import { listNamedGuests } from "#app/features/room/guest-list.ts";

const NAMES = ["Анна", "Анна", "Лёва"];

it("guests of the same name have different keys, and the first one with the user's name is the user", () => {
  const guests = listNamedGuests(NAMES, { search: "", ownName: "Анна" });
  expect(guests.map(({ name, isSelf }) => [name, isSelf])).toEqual([
    ["Анна", true],
    ["Анна", false],
    ["Лёва", false],
  ]);
  expect(new Set(guests.map(({ key }) => key)).size).toBe(3);
});

it("a search finds guests by name", () => {
  const find = (search: string) => listNamedGuests(NAMES, { search, ownName: null }).map(({ name }) => name);
  expect(find("лев")).toEqual(["Лёва"]);
  expect(find("АННА")).toEqual(["Анна", "Анна"]);
  expect(find("мира")).toEqual([]);
});
