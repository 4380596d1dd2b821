import { z } from "zod";
import { isMember } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { NowPlaying } from "#app/domain/room/now-playing.ts";
import { ROOM_SORTS } from "#app/domain/room/room-sort.ts";
import { type ListedRoom, listRooms, type RoomQuery } from "#db/queries/room-list.ts";
import { listTargetRooms } from "#db/queries/target-rooms.ts";
import { userId } from "#workers/functions/arguments.ts";
import { anyone, defineFunction, type FunctionContext, self, signedIn } from "#workers/functions/define.ts";
import { decodeRoomCursor, encodeRoomCursor } from "./room-cursor.ts";
import { type RoomSummary, summarize } from "./room-summary.ts";

const PAGE_ROOMS_MAX = 100;
const PAGE_ROOMS = 48;
const TARGET_ROOMS_MAX = 100;

const pageFields = {
  search: z
    .string()
    .max(200)
    .optional()
    .describe("Words of the name, the description, the owner's name or the track that plays, case-insensitive"),
  sort: z.enum(ROOM_SORTS).optional().describe("Default: `lively`, rooms with people in them first, then the newest"),
  favorites: z.boolean().optional().describe("Only the caller's favorites"),
  counts: z
    .enum(["live", "initial"])
    .optional()
    .describe(
      "For subscriptions. `initial`: the list is sent again when rooms change, but not only because people come or go or mark favorites, or because an open room plays another track. Default: `live`",
    ),
  cursor: z.string().max(1000).optional().describe("`nextCursor` of the previous page"),
  offset: z.number().int().min(0).max(1_000_000).optional(),
  limit: z.number().int().min(1).max(PAGE_ROOMS_MAX).optional().describe(`Default: ${PAGE_ROOMS}`),
};
const pageSchema = z.strictObject(pageFields);
type PageArgs = z.infer<typeof pageSchema>;

/** A page of a room list. */
export type RoomPage = {
  readonly rooms: readonly RoomSummary[];
  readonly roomAuthors: Readonly<Record<UserId, Person>>;
  /** The number of active users of each room. */
  readonly roomUsers: Readonly<Record<RoomId, number>>;
  /** The tracks that rooms play, without those that the caller may not see. */
  readonly nowPlaying: Readonly<Record<RoomId, NowPlaying>>;
  /** The number of rooms on all pages. */
  readonly total: number;
  /** Where the next page begins. Null on the last page. */
  readonly nextCursor: string | null;
  readonly isDone: boolean;
};

const RETURNS =
  "`rooms`, `roomAuthors` (people by id), `roomUsers` (active users by room id), `nowPlaying` (the `title` and `artist` of the track that plays, by room id; of rooms that are not public or have a password, only for members), `total`, and `nextCursor` for the next page, which is null if `isDone`.";

/** Room lists (SPEC §2). */
export const roomListFunctions = {
  getPublicRoomsWithAuthors: defineFunction({
    kind: "query",
    access: anyone,
    summary: "Returns a page of the public rooms.",
    returns: RETURNS,
    args: pageSchema,
    handler: (context, args) => loadPage(context, "everyone", args),
  }),

  getUserRoomsWithAuthors: defineFunction({
    kind: "query",
    access: self("userId"),
    summary: "Returns a page of the rooms that the caller owns or is a member of, and of their favorites that are not public.",
    returns: RETURNS,
    args: z.strictObject({ ...pageFields, userId: userId.describe("The caller's own id") }),
    handler: (context, { userId, ...args }) => loadPage(context, userId, args),
  }),

  listTargets: defineFunction({
    kind: "query",
    access: signedIn,
    summary:
      "Returns the rooms to which the caller may add tracks: those of which they are a member, and their favorites that are public and have no password.",
    returns: `\`rooms\`, each with \`id\`, \`url\` and \`name\`: those with people in them first, then the newest, up to ${TARGET_ROOMS_MAX}.`,
    args: z.strictObject({}),
    handler: async ({ db, user }) => ok({ rooms: await listTargetRooms(db, user.id, TARGET_ROOMS_MAX) }),
  }),
};

async function loadPage(
  { db, user }: FunctionContext,
  of: RoomQuery["of"],
  { search = "", sort = "lively", favorites: isFavoritesOnly = false, counts = "live", ...page }: PageArgs,
): Promise<Result<RoomPage>> {
  const { cursor, offset = 0, limit = PAGE_ROOMS } = page;
  const after = cursor === undefined ? ok(null) : decodeRoomCursor(cursor, sort);
  if (!after.ok) return after;
  const query: RoomQuery = { of, search, sort, isFavoritesOnly, counts, after: after.value, offset, limit: limit + 1 };
  const found = await listRooms(db, query, user?.id ?? null);
  const listed = found.rooms.slice(0, limit);
  const last = listed.at(-1);
  const isDone = found.rooms.length <= limit;
  return ok({
    rooms: listed.map((room) => summarizeListed(room, user?.id ?? null)),
    roomAuthors: Object.fromEntries(listed.map(({ author }) => [author.id, author])),
    roomUsers: Object.fromEntries(listed.map(({ room }) => [room.id, room.activeUsers])),
    nowPlaying: Object.fromEntries(
      listed.flatMap(({ room, nowPlaying }) => (nowPlaying ? [[room.id, nowPlaying] as const] : [])),
    ),
    total: found.total,
    nextCursor: last && !isDone ? encodeRoomCursor(last.room, sort) : null,
    isDone,
  });
}

function summarizeListed({ room, role, favorites }: ListedRoom, userId: UserId | null): RoomSummary {
  const summary = summarize(room, { userId, role, favorites });
  const isReadable = room.passwordHash === null || isMember(role);
  return isReadable ? summary : { ...summary, description: "" };
}
