import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { breatheIfDue } from "./breathe.ts";
import { type Interceptor, interceptD1 } from "./intercept-d1.ts";
import { retryWhileLocked } from "./retry-locked.ts";

export type Db = DrizzleD1Database;

type DbOptions = {
  /** Called with the SQL of statements after they were executed, and after a batch was committed. */
  readonly onExecuted?: (statements: readonly string[]) => void;
  /** Changes the SQL of every statement. */
  readonly rewrite?: (sql: string) => string;
  /** Called with the number of rows that the database has read for each execution. */
  readonly onRowsRead?: (rows: number) => void;
};

export function createDb(d1: D1Database, { onExecuted, rewrite, onRowsRead }: DbOptions = {}): Db {
  const execute: Interceptor = async (statements, run) => {
    const result = await retryWhileLocked(run);
    onExecuted?.(statements);
    await breatheIfDue();
    return result;
  };
  return drizzle(interceptD1(d1, execute, { rewrite, onRowsRead }));
}

const WRITE = /^\s*(?:insert|update|delete|replace)\b/i;

/** Whether a statement can change rows. No statement of `db/queries` begins with a common table expression and writes. */
export function isWrite(statement: string): boolean {
  return WRITE.test(statement);
}
