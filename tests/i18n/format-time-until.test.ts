import { expect, it } from "vitest";
import { formatTimeUntil } from "#app/i18n/format.ts";

const HOUR_MS = 3_600_000;

it.each([
  [7 * 24 * HOUR_MS - 300, "en", "in 7 days"],
  [24 * HOUR_MS - 300, "ru", "через 1 день"],
  [HOUR_MS - 300, "en", "in 1 hour"],
  [23.6 * HOUR_MS, "en", "in 1 day"],
  [90_000, "ru", "через 2 минуты"],
  [-5, "en", "in 1 minute"],
])("a time %d ms in the future is written in %s as %s", (aheadMs, locale, text) => {
  expect(formatTimeUntil(1_000_000 + aheadMs, 1_000_000, locale)).toBe(text);
});
