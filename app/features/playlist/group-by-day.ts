import { formatDayName } from "#app/i18n/format-day-name.ts";

type ItemsOfDay<Item> = { readonly day: string; readonly items: readonly Item[] };
type Options<Item> = { readonly atMs: (item: Item) => number; readonly nowMs: number; readonly locale: string };

/** Items in the order of their times, in groups by the name of their day. */
export function groupByDay<Item>(items: readonly Item[], { atMs, nowMs, locale }: Options<Item>): readonly ItemsOfDay<Item>[] {
  const days: { readonly day: string; readonly items: Item[] }[] = [];
  for (const item of items) {
    const day = formatDayName(atMs(item), nowMs, locale);
    const current = days.at(-1);
    if (current?.day === day) current.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
