import { z } from "zod";

/** The items that the schema accepts. */
export function keepValid<T>(values: readonly unknown[], item: z.ZodType<T>): T[] {
  return values.flatMap((value) => {
    const parsed = item.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

/** A list of any length, whose items no schema has seen yet. */
export const rawList = z.custom<readonly unknown[]>(Array.isArray);

/** The valid ones of the first `max` items of a list. The rest is cut before it is parsed: a service may send any number. */
export function requiredList<T>(item: z.ZodType<T>, max: number): z.ZodType<T[]> {
  return rawList.transform((values) => keepValid(values.slice(0, max), item));
}

/** As `requiredList`, and empty for a value that is no list. */
export function list<T>(item: z.ZodType<T>, max: number): z.ZodType<T[]> {
  return requiredList(item, max).catch([]);
}
