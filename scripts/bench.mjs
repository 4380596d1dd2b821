// `npm run bench:NAME`: measures the app against its goals and prints both.
import { ensureEncoders } from "./encoders.mjs";
import { ensureEngines } from "./engine-programs.mjs";
import { ensureBuild, ensurePackages, runTool } from "./project.mjs";
import { ensureChromium, ensureFfmpeg } from "./system-programs.mjs";

const [name, ...rest] = process.argv.slice(2);
ensurePackages();
ensureBuild();
if (["sync", "latency", "memory", "engines", "load", "costs"].includes(name)) ensureFfmpeg();
if (["engines", "devices"].includes(name)) ensureEngines();
if (name === "corpus") ensureEncoders();
const env = { CHROMIUM_PATH: ensureChromium() };
const { status } = runTool("playwright", ["test", "--project=benches", `${name}.bench.ts`, ...rest], { env });
process.exit(status);
