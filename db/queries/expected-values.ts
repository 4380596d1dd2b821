import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Expected } from "#app/domain/expected-values.ts";

/** A condition for an update: the row still has the expected values. Each value is compared with the column of its name. */
export function hasValues<T extends object>(
  columns: { readonly [Name in keyof T]: SQLiteColumn },
  expected: Expected<T> | undefined,
): SQL | undefined {
  const names = Object.keys(expected ?? {}) as (keyof T)[];
  return and(
    ...names.map((name) => {
      const value = expected?.[name];
      if (value === undefined) return undefined;
      return value === null ? isNull(columns[name]) : eq(columns[name], value);
    }),
  );
}
