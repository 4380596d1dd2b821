import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { interceptD1 } from "./intercept-d1.ts";
import { retryWhileLocked } from "./retry-locked.ts";

export type Db = DrizzleD1Database;

/** @param onExecuted is called with the SQL of statements after they were executed, and after a batch was committed */
export function createDb(d1: D1Database, onExecuted?: (statements: readonly string[]) => void): Db {
  return drizzle(
    interceptD1(d1, async (statements, execute) => {
      const result = await retryWhileLocked(execute);
      onExecuted?.(statements);
      return result;
    }),
  );
}

const WRITE = /^\s*(?:insert|update|delete|replace)\b/i;

/** Whether a statement can change rows. No statement of `db/queries` begins with a common table expression and writes. */
export function isWrite(statement: string): boolean {
  return WRITE.test(statement);
}
