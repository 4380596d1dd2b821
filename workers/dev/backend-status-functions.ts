import { z } from "zod";
import type { RoomId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import { defineFunction, superadmin } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { readBuild } from "#workers/http/read-build.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

type ServiceId = "d1" | "r2" | "room" | "live";

/** Whether a part of the backend has answered, and how long that took. */
type ServiceStatus = { readonly id: ServiceId; readonly isReachable: boolean; readonly latencyMs: number };

const TIMEOUT_MS = 4000;
/** Names a room object that is only used here: no room has such an id. */
const PROBE_ROOM = "backend-status" as RoomId;

const PROBES: Record<ServiceId, (env: Env) => Promise<unknown>> = {
  d1: ({ DB }) => DB.prepare("select 1").first(),
  r2: ({ MEDIA }) => MEDIA.head("health"),
  room: (env) => roomObject(env, PROBE_ROOM).inspect(),
  live: (env) => liveObject(env).count(),
};

export const backendStatusFunctions = {
  getBackendStatus: defineFunction({
    kind: "query",
    access: superadmin,
    summary: "Calls the database, the object storage, a room object and the object of the live queries once.",
    returns:
      "`services`, each with `id` (`d1`, `r2`, `room`, `live`), `isReachable` and `latencyMs`; `build`: the version of the built pages; `locale`: the language of the request.",
    args: z.strictObject({}),
    handler: async ({ env, locale }) => {
      const ids = Object.keys(PROBES) as readonly ServiceId[];
      const services = await Promise.all(ids.map((id) => probe(env, id)));
      return ok({ services, build: await readBuild(), locale });
    },
  }),
};

async function probe(env: Env, id: ServiceId): Promise<ServiceStatus> {
  const startedAtMs = Date.now();
  const isReachable = await withTimeout(PROBES[id](env)).catch((error) => {
    logError("backend-status", error, { service: id });
    return false;
  });
  return { id, isReachable, latencyMs: Date.now() - startedAtMs };
}

/** False if the work takes too long. */
async function withTimeout(work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS);
  });
  return Promise.race([work.then(() => true), timeout]).finally(() => clearTimeout(timer));
}
