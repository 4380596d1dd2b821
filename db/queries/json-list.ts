import { type SQL, sql } from "drizzle-orm";

/**
 * The right side of `in`, for a list of any length. The list is one parameter, because a D1 statement has at most 100.
 */
export function jsonList(values: readonly string[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(values)}))`;
}
