import { backoffMs, delay } from "#app/lib/retry.ts";

/**
 * On a self-hosted server the database is a file. Another process that writes to it, such as a backup, locks it for a moment.
 * Nothing was executed then, so every statement can be repeated. The deployed D1 is never locked.
 */
const LOCKED = /SQLITE_BUSY|database is locked/;
const BACKOFF = { firstMs: 40, maxMs: 1000 };
/** About 6 s altogether. */
const ATTEMPTS = 12;

/** A database whose statements wait while another process locks the file. After 6 s they throw what D1 throws. */
export function retryLocked(d1: D1Database): D1Database {
  return new Proxy(d1, {
    get(target, name: keyof D1Database) {
      if (name === "prepare") return (sql: string) => new RetriedStatement(target.prepare(sql));
      if (name === "batch") {
        return (statements: readonly RetriedStatement[]) =>
          whileLocked(() => target.batch(statements.map(({ statement }) => statement)));
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

class RetriedStatement {
  readonly statement: D1PreparedStatement;

  constructor(statement: D1PreparedStatement) {
    this.statement = statement;
  }

  bind(...values: readonly unknown[]): RetriedStatement {
    return new RetriedStatement(this.statement.bind(...values));
  }

  all(): Promise<D1Result> {
    return whileLocked(() => this.statement.all());
  }

  run(): Promise<D1Result> {
    return whileLocked(() => this.statement.run());
  }

  raw(): Promise<unknown[]> {
    return whileLocked(() => this.statement.raw());
  }

  first(): Promise<unknown> {
    return whileLocked(() => this.statement.first());
  }
}

async function whileLocked<T>(execute: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await execute();
    } catch (error) {
      if (failures + 1 >= ATTEMPTS || !(error instanceof Error) || !LOCKED.test(error.message)) throw error;
      await delay(backoffMs(failures, Math.random(), BACKOFF));
    }
  }
}
