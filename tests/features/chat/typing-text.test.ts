import { expect, it } from "vitest";
import type { PresentPerson } from "#app/domain/access/connection.ts";
import type { UserId } from "#app/domain/ids.ts";
import { formatTyping } from "#app/features/chat/typing-text.ts";
import { getTranslation } from "#app/i18n/request-texts.server.ts";

const PRESENT = ["Anna", "Boris", "Vera"].map(
  (name): PresentPerson => ({ person: { id: name as UserId, name, avatar: "#000000" }, role: "participant", devices: 1 }),
);

it.each([
  ["en", [], ""],
  ["en", ["Boris"], "Boris is typing…"],
  ["en", ["Vera", "Anna"], "Anna and Vera are typing…"],
  ["en", ["Vera", "Anna", "Boris"], "Several people are typing…"],
  ["ru", ["Boris"], "Boris печатает…"],
  ["ru", ["Vera", "Anna"], "Anna и Vera печатают…"],
  ["ru", ["Vera", "Anna", "Boris"], "Несколько человек печатают…"],
  // a person who has left is not named
  ["en", ["Gleb", "Boris"], "Boris is typing…"],
] as const)("in %s, the people %j who type are named: %s", (locale, typing, text) => {
  const t = getTranslation(locale, "chat");
  const typingIds = typing.map((id): UserId => id as string as UserId);
  expect(formatTyping(t, PRESENT, typingIds).replaceAll("\u00a0", " ")).toBe(text);
});
