/** Runs `execute`, which sends the statements to the database. */
export type Interceptor = <T>(statements: readonly string[], execute: () => Promise<T>) => Promise<T>;

/**
 * A database whose statements pass through `intercept` when they are executed.
 * @param rewrite changes the SQL of every statement
 */
export function interceptD1(d1: D1Database, intercept: Interceptor, rewrite = (sql: string) => sql): D1Database {
  return new Proxy(d1, {
    get(target, name: keyof D1Database) {
      if (name === "prepare") {
        return (sql: string) => new InterceptedStatement(target.prepare(rewrite(sql)), { sql, intercept });
      }
      if (name === "batch") {
        return (statements: readonly InterceptedStatement[]) =>
          intercept(
            statements.map(({ sql }) => sql),
            () => target.batch(statements.map(({ statement }) => statement)),
          );
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

class InterceptedStatement {
  readonly statement: D1PreparedStatement;
  readonly sql: string;
  readonly #intercept: Interceptor;

  constructor(statement: D1PreparedStatement, { sql, intercept }: { readonly sql: string; readonly intercept: Interceptor }) {
    this.statement = statement;
    this.sql = sql;
    this.#intercept = intercept;
  }

  bind(...values: readonly unknown[]): InterceptedStatement {
    return new InterceptedStatement(this.statement.bind(...values), { sql: this.sql, intercept: this.#intercept });
  }

  all(): Promise<D1Result> {
    return this.#intercept([this.sql], () => this.statement.all());
  }

  run(): Promise<D1Result> {
    return this.#intercept([this.sql], () => this.statement.run());
  }

  raw(): Promise<unknown[]> {
    return this.#intercept([this.sql], () => this.statement.raw());
  }

  first(): Promise<unknown> {
    return this.#intercept([this.sql], () => this.statement.first());
  }
}
