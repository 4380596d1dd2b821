import { env as isolateEnv } from "cloudflare:workers";
import { setBreathing } from "#db/breathe.ts";
import { setPasswordHasher } from "#workers/crypto/password-hash.ts";
import { toPublicRequest } from "#workers/http/public-origin.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { router } from "./router.ts";

export { LiveQueries } from "#workers/live-object/live-queries.ts";
export { Lobby } from "#workers/lobby-object/lobby-object.ts";
export { Room } from "#workers/room-object/room-object.ts";

setPasswordHasher(isolateEnv.PASSWORD_HASHER);
// only a server of one's own has this hasher
setBreathing(isolateEnv.PASSWORD_HASHER !== undefined);

/** The trigger that a server of one's own sends when it has started. */
const AFTER_START = "start";

export default {
  fetch: (request, env, execution) => router.fetch(toPublicRequest(request, env), env, execution),
  async scheduled({ cron }, env, execution) {
    const isAfterStart = cron === AFTER_START;
    // the code of the pages takes 100 ms to begin, for which everyone would wait with the first page
    if (isAfterStart) await import("virtual:remix/server-build");
    execution.waitUntil(sweep(env, Date.now(), { isAfterStart }));
  },
} satisfies ExportedHandler<Env>;
