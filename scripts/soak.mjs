// `npm run soak`: uses a server for an hour while it is killed again and again; see `tests/soak/soak.ts`.
import { ensureBuild, ensurePackages, runTool } from "./project.mjs";

ensurePackages();
ensureBuild();
process.exit(runTool("tsx", ["tests/soak/soak.ts"]).status);
