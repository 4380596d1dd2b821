import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { ok, type Result } from "#app/domain/result.ts";
import { chunk } from "#app/lib/chunk.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";

/**
 * Where some tracks are used: `rooms` that the user may see, the number of `others`, and the number of `editions` that
 * other people have. Those of the tracks that are `returned` to other people stay in their rooms.
 */
export type Usage = FunctionValue<"tracks.usage">;

export type UsageState =
  | { readonly type: "loading" }
  | { readonly type: "loaded"; readonly usage: Usage }
  | { readonly type: "failed"; readonly error: ErrorCode; readonly retry: () => void };

/** Loads the usage when the component mounts, and again when the ids change. */
export function useUsage(ids: readonly TrackId[]): UsageState {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly result: Result<Usage> } | null>(null);
  const [retries, setRetries] = useState(0);
  const key = `${retries} ${ids.join(" ")}`;
  useLatestLoad({ key, load: async () => ({ key, result: await loadUsage(ids) }), apply: setLoaded });

  if (loaded?.key !== key) return { type: "loading" };
  const { result } = loaded;
  if (result.ok) return { type: "loaded", usage: result.value };
  return { type: "failed", error: result.error, retry: () => setRetries(retries + 1) };
}

async function loadUsage(ids: readonly TrackId[]): Promise<Result<Usage>> {
  const rooms = new Map<string, Usage["rooms"][number]>();
  let others = 0;
  let editions = 0;
  let returned = 0;
  for (const trackIds of chunk(ids, playlistLimits.entriesPerCommand)) {
    const usage = await query("tracks.usage", { trackIds });
    if (!usage.ok) return usage;
    for (const room of usage.value.rooms) rooms.set(room.id, room);
    // these rooms have no ids, and two answers may count the same ones: the largest count is certain
    others = Math.max(others, usage.value.others);
    editions += usage.value.editions;
    returned += usage.value.returned;
  }
  return ok({ rooms: [...rooms.values()], others, editions, returned });
}
