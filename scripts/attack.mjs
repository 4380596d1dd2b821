// `npm run attack`: attacks a server for twenty minutes while people use it; see `tests/attack/attack.ts`.
import { ensureBuild, ensurePackages, runTool } from "./project.mjs";

ensurePackages();
ensureBuild();
process.exit(runTool("tsx", ["tests/attack/attack.ts"]).status);
