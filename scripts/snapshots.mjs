// `npm run snapshots`: compares the main screens with the pictures in tests/snapshots/baseline. `npm run snapshots --
// --update-snapshots` takes new pictures.
import { ensureBuild, ensurePackages, runTool } from "./project.mjs";
import { ensureChromium } from "./system-programs.mjs";

ensurePackages();
ensureBuild();
const env = { CHROMIUM_PATH: ensureChromium() };
const { status } = runTool("playwright", ["test", "--project=snapshots", ...process.argv.slice(2)], { env });
process.exit(status);
