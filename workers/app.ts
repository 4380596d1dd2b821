import { sweep } from "#workers/jobs/sweep.ts";
import { router } from "./router.ts";

export { Lobby } from "#workers/lobby-object/lobby-object.ts";
export { Room } from "#workers/room-object/room-object.ts";

export default {
  fetch: router.fetch,
  scheduled: (_, env, execution) => execution.waitUntil(sweep(env, Date.now())),
} satisfies ExportedHandler<Env>;
