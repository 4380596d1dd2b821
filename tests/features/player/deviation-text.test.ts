import { expect, it } from "vitest";
import { formatDeviation, largestDeviationMs } from "#app/features/player/deviation-text.ts";
import { getTranslation } from "#app/i18n/request-texts.server.ts";

const UNCERTAINTY = { clockMs: 2, pathMs: 3, outputMs: 15 };

it.each([
  ["en", -150.4, "150 ms behind"],
  ["en", 150.4, "150 ms ahead"],
  ["en", -20, "20 ms behind"],
  // less than what the device does not know about itself
  ["en", -19, "Off by up to 39 ms"],
  ["en", 0, "Off by up to 20 ms"],
  ["en", null, "Off by up to 20 ms"],
  ["ru", -1500, "отстаёт на 1 500 мс"],
  ["ru", 150, "спешит на 150 мс"],
  ["ru", 19, "Расхождение до 39 мс"],
] as const)("in %s, a deviation of %d ms is called: %s", (locale, errorMs, text) => {
  const t = getTranslation(locale, "room");
  const formatted = formatDeviation(t, { errorMs, uncertainty: UNCERTAINTY }, locale);
  expect(formatted.replaceAll("\u00a0", " ")).toBe(text);
});

it("a device that has measured nothing has no deviation", () => {
  expect(largestDeviationMs({ errorMs: null, uncertainty: null })).toBe(0);
});
