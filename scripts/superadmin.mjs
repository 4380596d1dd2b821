// Who is a superadmin, in the database of this machine or of the real platform.
import { runTool } from "./project.mjs";

/** The database to speak to: of a data folder, or the one that `wrangler.toml` names on the platform. */
export function databaseOf({ data, isRemote }) {
  return isRemote ? ["--remote"] : ["--local", "--persist-to", data];
}

/** Makes somebody a superadmin, or takes it away: who that was, or nobody. */
export async function setSuperadmin(database, username, isSuperadmin) {
  const { tsImport } = await import("tsx/esm/api");
  const { normalize } = await tsImport("../app/domain/text/normalize.ts", import.meta.url);
  const name = quoted(normalize(username.replace(/^@/, "")));
  const set = `UPDATE users SET super_admin = ${isSuperadmin ? 1 : 0}`;
  return execute(database, `${set} WHERE username_key = ${name} AND deleted_at_ms IS NULL RETURNING username, name`);
}

export function listSuperadmins(database) {
  const columns = "SELECT username, name FROM users";
  return execute(database, `${columns} WHERE super_admin = 1 AND deleted_at_ms IS NULL ORDER BY username_key`);
}

/** A text in SQL. Wrangler takes no parameters; in SQLite a quote is the only thing that ends a text. */
function quoted(text) {
  return `'${text.replaceAll("'", "''").replaceAll("\0", "")}'`;
}

function execute(database, sql, triesLeft = 5) {
  const args = ["d1", "execute", "DB", ...database, "--json", "--command", sql];
  // CI=1: wrangler would ask on a terminal
  const { status, output } = runTool("wrangler", args, { env: { CI: "1" }, capture: true });
  // a server beside it is writing at this moment
  if (status !== 0 && output.includes("SQLITE_BUSY") && triesLeft > 1) return execute(database, sql, triesLeft - 1);
  if (status !== 0) throw new Error(output.trim());
  // what else it says stands around the answer
  return JSON.parse(output.slice(output.indexOf("["), output.lastIndexOf("]") + 1)).flatMap(({ results }) => results);
}
