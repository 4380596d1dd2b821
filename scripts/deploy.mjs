// `npm run deploy`: to the real platform. Needs `wrangler login`, and the database, bucket and secret of README.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild, ensurePackages, must, ROOT, runTool } from "./project.mjs";

const PLACEHOLDER = "00000000-0000-0000-0000-000000000000";

ensurePackages();
if (readFileSync(join(ROOT, "wrangler.toml"), "utf8").includes(PLACEHOLDER)) {
  console.error("wrangler.toml has no database yet. Make one and put its id there: npx wrangler d1 create tutti");
  process.exit(1);
}
ensureBuild();
// the tables first: the old code does not mind new ones, the new code wants them
must(runTool("wrangler", ["d1", "migrations", "apply", "DB", "--remote"]).status, "the migration of the database");
must(runTool("wrangler", ["deploy"]).status, "the deployment");
