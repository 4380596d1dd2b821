import { expect, it } from "vitest";
import { formatDayName } from "#app/i18n/format-day-name.ts";

const NOW_MS = new Date(2026, 10, 20, 0, 10).getTime();

it.each([
  [new Date(2026, 10, 20, 0, 5), "en", "Today"],
  [new Date(2026, 10, 20, 0, 11), "en", "Today"],
  [new Date(2026, 10, 21, 0, 0), "ru", "Сегодня"],
  [new Date(2026, 10, 19, 23, 55), "en", "Yesterday"],
  [new Date(2026, 10, 19, 0, 0), "ru", "Вчера"],
  [new Date(2026, 10, 18, 23, 59), "en", "Wednesday, November 18"],
  [new Date(2026, 10, 18, 12, 0), "ru", "Среда, 18 ноября"],
  [new Date(2025, 10, 18, 12, 0), "en", "Tuesday, November 18, 2025"],
])("the day name of %s in %s is %s", (at, locale, name) => {
  expect(formatDayName(at.getTime(), NOW_MS, locale)).toBe(name);
});
