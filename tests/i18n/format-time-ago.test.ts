import { expect, it } from "vitest";
import { formatTimeAgo } from "#app/i18n/format-time-ago.ts";

const HOUR_S = 3600;

it.each([
  [0, "now", "сейчас"],
  [59, "now", "сейчас"],
  [60, "1 minute ago", "1 минуту назад"],
  [59 * 60 + 59, "59 minutes ago", "59 минут назад"],
  [HOUR_S, "1 hour ago", "1 час назад"],
  [24 * HOUR_S, "yesterday", "вчера"],
  [47 * HOUR_S, "yesterday", "вчера"],
  [5 * 24 * HOUR_S, "5 days ago", "5 дней назад"],
  [30 * 24 * HOUR_S, "last month", "в прошлом месяце"],
  [2 * 365 * 24 * HOUR_S, "2 years ago", "2 года назад"],
])("an age of %d s is written in words", (seconds, english, russian) => {
  const nowMs = 1_800_000_000_000;
  expect(formatTimeAgo(nowMs - seconds * 1000, nowMs, "en")).toBe(english);
  expect(formatTimeAgo(nowMs - seconds * 1000, nowMs, "ru")).toBe(russian);
});

it("a time ahead of this device's clock is now", () => {
  expect(formatTimeAgo(1_000_000, 0, "en")).toBe("now");
});
