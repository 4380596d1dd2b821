import { z } from "zod";
import type { RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { type DuplicateRow, listDuplicates, listRoomsOfTracks, type RoomOfTrack } from "#db/queries/duplicates.ts";
import { idOf } from "#workers/functions/arguments.ts";
import { defineFunction, superadmin } from "#workers/functions/define.ts";
import { logEvent } from "#workers/http/log-event.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import { toDuplicateGroups } from "./duplicate-groups.ts";
import { mergeTracks } from "./merge-tracks.ts";

/** A track of a group of duplicates, and the rooms that have it. */
type DuplicateTrack = {
  readonly id: TrackId;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number;
  readonly sizeBytes: number;
  readonly createdAtMs: number;
  readonly owner: { readonly id: UserId; readonly name: string };
  readonly rooms: readonly { readonly id: RoomId; readonly name: string }[];
};

const GROUPS_PER_PAGE = 50;
const REMOVED_MAX = 50;

export const trackMergeFunctions = {
  listDuplicates: defineFunction({
    kind: "query",
    access: superadmin,
    summary:
      "Lists groups of tracks of all people that have the same bytes (`hash`), or the same artist and title and a length that differs by at most a second (`name`).",
    returns:
      "`groups`, each with `tracks`: `id`, `title`, `artist`, `durationMs`, `sizeBytes`, `createdAtMs`, `owner` and `rooms`; `nextCursor` for the next call, null on the last page.",
    args: z.strictObject({
      by: z.enum(["hash", "name"]),
      cursor: z.string().max(20_000).optional().describe("`nextCursor` of the previous page"),
    }),
    handler: async ({ db }, { by, cursor = "" }) => {
      const rows = await listDuplicates(db, by, { after: cursor, limit: GROUPS_PER_PAGE });
      const groups = toDuplicateGroups(rows);
      const trackIds = groups.flat().map(({ id }) => id);
      const rooms = groupBy(await listRoomsOfTracks(db, trackIds), ({ trackId }) => trackId);
      const isLast = new Set(rows.map(({ groupKey }) => groupKey)).size < GROUPS_PER_PAGE;
      return ok({
        groups: groups.map((group) => ({ tracks: group.map((row) => toDuplicateTrack(row, rooms.get(row.id) ?? [])) })),
        nextCursor: isLast ? null : (rows.at(-1)?.groupKey ?? null),
      });
    },
  }),

  mergeTracks: defineFunction({
    kind: "mutation",
    access: superadmin,
    summary:
      "Replaces duplicates by one of them in every room, and removes them permanently. All of them must belong to the same person.",
    returns: "null",
    args: z.strictObject({ keptId: idOf<TrackId>(), removedIds: z.array(idOf<TrackId>()).min(1).max(REMOVED_MAX) }),
    handler: async (context, merge) => {
      const merged = await runToCompletion(context, () => mergeTracks(context, merge));
      if (merged.ok) logEvent("tracks-merged", { track: merge.keptId, count: merge.removedIds.length, user: context.user.id });
      return merged;
    },
  }),
};

function toDuplicateTrack(row: DuplicateRow, rooms: readonly RoomOfTrack[]): DuplicateTrack {
  const { id, title, artist, durationMs, sizeBytes, createdAtMs, ownerId, ownerName } = row;
  const owner = { id: ownerId, name: ownerName };
  const facts = { id, title, artist, durationMs, sizeBytes, createdAtMs, owner };
  return { ...facts, rooms: rooms.map((room) => ({ id: room.id, name: room.name })) };
}
