// `npm run admin -- grant|revoke USERNAME`, `npm run admin -- list`: manages superadmins. `--data DIR` selects another data
// folder than that of `npm start`, `--remote` the deployed database. A running server applies the change at once.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fail, readArguments, readOrExit, UsageError } from "./command-line.mjs";
import { DEFAULT_DATA, toDataFolder } from "./data-folder.mjs";
import { ensurePackages } from "./project.mjs";

const USAGE = `Manages superadmins, who can open the developer pages:

  npm run admin -- grant USERNAME     makes a user a superadmin
  npm run admin -- revoke USERNAME    revokes it
  npm run admin -- list               lists all superadmins

  --data DIR   the data folder of npm start (default: .wrangler/tutti)
  --remote     the deployed database (needs npx wrangler login)`;

const { verb, username, ...target } = readOrExit(USAGE, readCommand);
ensurePackages();
const { listSuperadmins, selectDatabase, setSuperadmin } = await import("./superadmin.mjs");
const database = selectDatabase(target);

try {
  if (verb === "list") printSuperadmins(await listSuperadmins(database));
  else await changeSuperadmin(verb === "grant");
} catch (error) {
  fail(`The database query failed:\n${error instanceof Error ? error.message : error}`);
}

async function changeSuperadmin(isSuperadmin) {
  const [user] = await setSuperadmin(database, username, isSuperadmin);
  if (!user) return fail(`There is no user ${username} ${describeTarget()}. Use the username, not the display name.`);
  console.log(`${user.name} (@${user.username}) is ${isSuperadmin ? "now a superadmin" : "no longer a superadmin"}.`);
}

function printSuperadmins(users) {
  if (users.length === 0) console.log(`There are no superadmins ${describeTarget()}.`);
  for (const user of users) console.log(`@${user.username}  ${user.name}`);
}

function describeTarget() {
  return target.isRemote ? "in the deployed database" : `in ${target.dataArgument}`;
}

function readCommand() {
  const { values, positionals } = readArguments(
    { data: { type: "string", default: DEFAULT_DATA }, remote: { type: "boolean", default: false } },
    { positionalsMax: 2 },
  );
  const [verb, username] = positionals;
  if (!isComplete(positionals)) fail(USAGE);
  const data = toDataFolder(values.data);
  if (!values.remote && !existsSync(join(data, "app.env"))) {
    throw new UsageError(`There is no data in ${values.data} yet. Run npm start first, or pass another folder with --data.`);
  }
  return { verb, username, data, dataArgument: values.data, isRemote: values.remote };
}

function isComplete([verb, ...rest]) {
  return verb === "list" ? rest.length === 0 : ["grant", "revoke"].includes(verb ?? "") && rest.length === 1;
}
