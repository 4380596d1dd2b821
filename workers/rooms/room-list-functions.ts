import { z } from "zod";
import { isMember } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import { ROOM_SORTS } from "#app/domain/room/room-sort.ts";
import { listRooms, type RoomQuery } from "#db/queries/room-list.ts";
import { userId } from "#workers/functions/arguments.ts";
import { anyone, defineFunction, type FunctionContext, self } from "#workers/functions/define.ts";
import { type RoomSummary, summarize } from "./room-summary.ts";

const PAGE_ROOMS_MAX = 100;
const PAGE_ROOMS = 48;

const pageFields = {
  search: z.string().max(200).optional().describe("Words of the name, the description or the owner's name, case-insensitive"),
  sort: z.enum(ROOM_SORTS).optional().describe("Default: `lively`, rooms with people in them first, then the newest"),
  favorites: z.boolean().optional().describe("Only the caller's favorites"),
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
  /** The number of rooms on all pages. */
  readonly total: number;
};

const RETURNS = "`rooms`, `roomAuthors` (people by id), `roomUsers` (active users by room id) and `total`.";

/** Room lists (SPEC §2). */
export const roomListFunctions = {
  getPublicRoomsWithAuthors: defineFunction({
    kind: "query",
    access: anyone,
    summary: "Returns a page of the public rooms.",
    returns: RETURNS,
    args: pageSchema,
    handler: async (context, args) => ok(await loadPage(context, "everyone", args)),
  }),

  getUserRoomsWithAuthors: defineFunction({
    kind: "query",
    access: self("userId"),
    summary: "Returns a page of the rooms that the caller owns or is a member of.",
    returns: RETURNS,
    args: z.strictObject({ ...pageFields, userId: userId.describe("The caller's own id") }),
    handler: async (context, { userId, ...args }) => ok(await loadPage(context, userId, args)),
  }),
};

async function loadPage({ db, user }: FunctionContext, of: RoomQuery["of"], args: PageArgs): Promise<RoomPage> {
  const { search = "", sort = "lively", favorites = false, offset = 0, limit = PAGE_ROOMS } = args;
  const query: RoomQuery = { of, search, sort, isFavoritesOnly: favorites, offset, limit };
  const { rooms, total } = await listRooms(db, query, user?.id ?? null);
  return {
    rooms: rooms.map(({ room, role, isFavorite }) => {
      const summary = summarize(room, { userId: user?.id ?? null, role, isFavorite });
      const isReadable = room.passwordHash === null || isMember(role);
      return isReadable ? summary : { ...summary, description: "" };
    }),
    roomAuthors: Object.fromEntries(rooms.map(({ author }) => [author.id, author])),
    roomUsers: Object.fromEntries(rooms.map(({ room }) => [room.id, room.activeUsers])),
    total,
  };
}
