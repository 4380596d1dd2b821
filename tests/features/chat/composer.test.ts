import { expect, it } from "vitest";
import { replaceRange } from "#app/features/chat/composer-state.ts";
import { formatClockTime } from "#app/features/chat/format-clock-time.ts";

it("a mention takes the place of what was typed, and the caret is behind it", () => {
  expect(replaceRange("Hi @mi!", { from: 3, to: 6, by: "@Mira " })).toEqual({ text: "Hi @Mira !", caret: 9 });
  expect(replaceRange("", { from: 0, to: 0, by: "🎵" })).toEqual({ text: "🎵", caret: 2 });
});

it("a time of day is written as the language does", () => {
  const atMs = new Date(2026, 10, 30, 14, 5).getTime();
  expect(formatClockTime(atMs, "ru")).toBe("14:05");
  expect(formatClockTime(atMs, "en")).toMatch(/^2:05\sPM$/u);
  expect(formatClockTime(new Date(2026, 10, 30, 9, 5).getTime(), "ru")).toBe("9:05");
});
