// `npm run admin -- grant|revoke USERNAME`, `npm run admin -- list`: who is a superadmin. `--data DIR` names another data
// folder than that of `npm start`, `--remote` the database on the platform. A running server sees it at once.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensurePackages } from "./project.mjs";

const USAGE = `Who is a superadmin, and may see the developers' pages:

  npm run admin -- grant USERNAME     makes somebody one
  npm run admin -- revoke USERNAME    takes it away again
  npm run admin -- list               says who is

  --data DIR   the folder that npm start keeps its data in (.wrangler/tutti)
  --remote     the database on the platform, as npm run deploy knows it (needs npx wrangler login)`;

const { verb, username, ...where } = readArguments();
ensurePackages();
const { databaseOf, listSuperadmins, setSuperadmin } = await import("./superadmin.mjs");
const database = databaseOf(where);

try {
  if (verb === "list") list(await listSuperadmins(database));
  else await change(verb === "grant");
} catch (error) {
  fail(`The database could not be asked:\n${error instanceof Error ? error.message : error}`);
}

async function change(isGranted) {
  const [user] = await setSuperadmin(database, username, isGranted);
  if (!user) return fail(`There is no user ${username} ${place()}. It is the username that counts, not the name.`);
  console.log(`${user.name} (@${user.username}) is ${isGranted ? "a superadmin now" : "no superadmin any more"}.`);
}

function list(users) {
  if (users.length === 0) console.log(`There is no superadmin ${place()}.`);
  for (const { name, username: handle } of users) console.log(`@${handle}  ${name}`);
}

function place() {
  return where.isRemote ? "on the platform" : `in ${where.shownData}`;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { data: { type: "string", default: ".wrangler/tutti" }, remote: { type: "boolean", default: false } },
    });
    const [verb, username] = positionals;
    const isWhole =
      verb === "list" ? positionals.length === 1 : ["grant", "revoke"].includes(verb ?? "") && positionals.length === 2;
    if (!isWhole) fail(USAGE);
    const data = resolve(values.data);
    if (!values.remote && !existsSync(join(data, "migrations.stamp"))) {
      fail(`There is no data in ${values.data} yet. Run npm start first, or name the folder with --data.`);
    }
    return { verb, username, data, shownData: values.data, isRemote: values.remote };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
