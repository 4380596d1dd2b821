import { readCountedRows } from "./count-rows.ts";

/** Runs `execute`, which sends the statements to the database. */
export type Interceptor = <T>(statements: readonly string[], execute: () => Promise<T>) => Promise<T>;

type InterceptOptions = {
  /** Changes the SQL of every statement. */
  readonly rewrite?: ((sql: string) => string) | undefined;
  /** Called with the number of rows that the database has read. */
  readonly onRowsRead?: ((rows: number) => void) | undefined;
};

/** A database whose statements pass through `intercept` when they are executed. */
export function interceptD1(
  d1: D1Database,
  intercept: Interceptor,
  { rewrite = (sql) => sql, onRowsRead }: InterceptOptions = {},
): D1Database {
  return new Proxy(d1, {
    get(target, name: keyof D1Database) {
      if (name === "prepare") {
        return (sql: string) => new InterceptedStatement(target.prepare(rewrite(sql)), { sql, intercept, onRowsRead });
      }
      if (name === "batch") {
        return (statements: readonly InterceptedStatement[]) =>
          intercept(
            statements.map(({ sql }) => sql),
            () => target.batch(statements.map(({ statement }) => statement)),
          ).then((results) => {
            onRowsRead?.(results.reduce((rows, { meta }) => rows + meta.rows_read, 0));
            return results;
          });
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

type Interception = {
  readonly sql: string;
  readonly intercept: Interceptor;
  readonly onRowsRead: InterceptOptions["onRowsRead"];
};

class InterceptedStatement {
  readonly statement: D1PreparedStatement;
  readonly #interception: Interception;

  constructor(statement: D1PreparedStatement, interception: Interception) {
    this.statement = statement;
    this.#interception = interception;
  }

  get sql(): string {
    return this.#interception.sql;
  }

  bind(...values: readonly unknown[]): InterceptedStatement {
    return new InterceptedStatement(this.statement.bind(...values), this.#interception);
  }

  all(): Promise<D1Result> {
    return this.#count(() => this.statement.all());
  }

  run(): Promise<D1Result> {
    return this.#count(() => this.statement.run());
  }

  async raw(): Promise<unknown[]> {
    const { onRowsRead } = this.#interception;
    if (!onRowsRead) return this.#execute(() => this.statement.raw());
    const { rows, rowsRead } = await this.#execute(() => readCountedRows(this.statement, this.sql));
    onRowsRead(rowsRead);
    return rows;
  }

  first(): Promise<unknown> {
    return this.#execute(() => this.statement.first());
  }

  async #count(execute: () => Promise<D1Result>): Promise<D1Result> {
    const result = await this.#execute(execute);
    this.#interception.onRowsRead?.(result.meta.rows_read);
    return result;
  }

  #execute<T>(execute: () => Promise<T>): Promise<T> {
    return this.#interception.intercept([this.sql], execute);
  }
}
