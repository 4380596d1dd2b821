// `npm run deploy`: deploys to Cloudflare. It needs `wrangler login`, and the database, bucket and secret of README.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild, ensurePackages, exitOnFailure, ROOT, runTool } from "./project.mjs";

const PLACEHOLDER = "00000000-0000-0000-0000-000000000000";

ensurePackages();
if (readFileSync(join(ROOT, "wrangler.toml"), "utf8").includes(PLACEHOLDER)) {
  console.error("wrangler.toml has no database yet. Create one and put its id there: npx wrangler d1 create tutti");
  process.exit(1);
}
ensureBuild();
// The database is migrated first: the deployed version works with new tables, the new version needs them.
exitOnFailure(runTool("wrangler", ["d1", "migrations", "apply", "DB", "--remote"]).status, "The migration of the database");
exitOnFailure(runTool("wrangler", ["deploy"]).status, "The deployment");
