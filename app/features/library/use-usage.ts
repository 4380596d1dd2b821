import { useEffect, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { chunk } from "#app/lib/chunk.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";

/** The rooms that hold some tracks, how many more there are that one may not know of, and how many others have them. */
export type Usage = FunctionValue<"tracks.usage">;

export type UsageView =
  | { readonly type: "looking" }
  | { readonly type: "known"; readonly usage: Usage }
  | { readonly type: "failed"; readonly error: ErrorCode; readonly retry: () => void };

export function useUsage(ids: readonly TrackId[]): UsageView {
  const [answer, setAnswer] = useState<Result<Usage> | null>(null);
  const [turn, setTurn] = useState(0);
  const asked = ids.join(" ");

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again
  useEffect(() => {
    let isCurrent = true;
    setAnswer(null);
    // joined a line before, so that the same ids are the same question
    void look(asked.split(" ") as TrackId[]).then((found) => isCurrent && setAnswer(found));
    return () => {
      isCurrent = false;
    };
  }, [asked, turn]);

  if (!answer) return { type: "looking" };
  if (answer.ok) return { type: "known", usage: answer.value };
  return { type: "failed", error: answer.error, retry: () => setTurn(turn + 1) };
}

async function look(ids: readonly TrackId[]): Promise<Result<Usage>> {
  const rooms = new Map<string, Usage["rooms"][number]>();
  let others = 0;
  let editions = 0;
  for (const trackIds of chunk(ids, playlistLimits.entriesPerCommand)) {
    const answer = await query("tracks.usage", { trackIds: [...trackIds] });
    if (!answer.ok) return fail(answer.error);
    for (const room of answer.value.rooms) rooms.set(room.id, room);
    // they have no names, and may be the same rooms
    others = Math.max(others, answer.value.others);
    editions += answer.value.editions;
  }
  return ok({ rooms: [...rooms.values()], others, editions });
}
