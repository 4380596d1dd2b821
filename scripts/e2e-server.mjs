// Serves the production build for the browser tests, with an empty data folder. It allows links to loopback addresses and
// uses the fake sign-in providers and music services of the tests (`tests/support/provider-server.ts`, `music-server.ts`).
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild, exitWith, ROOT, serve, waitUntilUp } from "./project.mjs";

const data = join(ROOT, ".wrangler/e2e");
rmSync(data, { recursive: true, force: true });
ensureBuild();
const port = Number(process.argv[2] ?? 8788);
const clients = ["google", "github", "spotify"].flatMap((name) => [
  `${name.toUpperCase()}_CLIENT_ID:tests-${name}`,
  `${name.toUpperCase()}_CLIENT_SECRET:secret-of-${name}`,
]);
const vars = [
  "LINK_LOOPBACK:allow",
  `PROVIDER_LOOPBACK:http://127.0.0.1:${port + 2}`,
  `MUSIC_LOOPBACK:http://127.0.0.1:${port + 6}`,
  ...clients,
];
exitWith(serve({ port, data, vars }));

// the owner of the first account of a server is told more than others
const origin = `http://127.0.0.1:${port}`;
await waitUntilUp(origin);
const body = JSON.stringify({ name: "First", username: "first", email: "first@example.org", password: "the first account" });
await fetch(`${origin}/api/auth/register`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
