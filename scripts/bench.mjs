// `npm run bench:NAME`: measures what has a goal, and prints the figure beside it.
import { ensureEncoders } from "./encoders.mjs";
import { ensureBuild, ensureChromium, ensureFfmpeg, ensurePackages, runTool } from "./project.mjs";

const [name, ...rest] = process.argv.slice(2);
ensurePackages();
ensureBuild();
if (name === "sync" || name === "memory") ensureFfmpeg();
if (name === "corpus") ensureEncoders();
const env = { CHROMIUM_PATH: ensureChromium() };
const { status } = runTool("playwright", ["test", "--project=benches", `${name}.bench.ts`, ...rest], { env });
process.exit(status);
