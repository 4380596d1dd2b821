// Reads and changes superadmins in a local or the deployed database.
import { sendCommand } from "./control-socket.mjs";
import { runTool } from "./project.mjs";

/** A function that runs SQL in the database of a data folder, or in the deployed one that `wrangler.toml` names. */
export function selectDatabase({ data, isRemote }) {
  if (isRemote) return (sql) => executeWithWrangler(["--remote"], sql);
  // a running server has the database open
  return async (sql) =>
    (await sendCommand(data, { type: "query", sql })) ?? executeWithWrangler(["--local", "--persist-to", data], sql);
}

/** Makes a user a superadmin or an ordinary user. Returns the user in an array, which is empty if there is no such user. */
export async function setSuperadmin(database, username, isSuperadmin) {
  const { tsImport } = await import("tsx/esm/api");
  const { normalize } = await tsImport("../app/domain/text/normalize.ts", import.meta.url);
  const key = quote(normalize(username.replace(/^@/, "")));
  const update = `UPDATE users SET super_admin = ${isSuperadmin ? 1 : 0}`;
  return database(`${update} WHERE username_key = ${key} AND deleted_at_ms IS NULL RETURNING username, name`);
}

export function listSuperadmins(database) {
  const select = "SELECT username, name FROM users";
  return database(`${select} WHERE super_admin = 1 AND deleted_at_ms IS NULL ORDER BY username_key`);
}

/** A text as an SQL literal, because `wrangler d1 execute` takes no parameters. In SQLite only a quote ends a literal. */
function quote(text) {
  return `'${text.replaceAll("'", "''").replaceAll("\0", "")}'`;
}

function executeWithWrangler(target, sql) {
  const args = ["d1", "execute", "DB", ...target, "--json", "--command", sql];
  // With CI=1, wrangler does not ask for confirmation.
  const { status, output } = runTool("wrangler", args, { env: { CI: "1" }, capture: true });
  if (status !== 0) throw new Error(output.trim());
  // The output has other lines before and after the JSON array.
  return JSON.parse(output.slice(output.indexOf("["), output.lastIndexOf("]") + 1)).flatMap(({ results }) => results);
}
