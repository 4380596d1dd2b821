import { limits } from "#app/domain/limits.ts";
import { foldUnison } from "#app/domain/sync/room-sync-summary.ts";
import type { Audience } from "./broadcaster.ts";
import type { Devices } from "./connections.ts";

/** Tells everyone how well the room sounds together, now and then. */
export function openUnisonTeller(devices: Devices, audience: Audience): () => void {
  let saidAtMs = 0;
  return () => {
    const nowMs = Date.now();
    if (nowMs - saidAtMs < limits.unisonMs) return;
    saidAtMs = nowMs;
    audience.broadcast({ type: "unison", unison: foldUnison(devices.reports()) });
  };
}
