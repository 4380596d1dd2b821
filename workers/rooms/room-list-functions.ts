import { z } from "zod";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import { ROOM_SORTS } from "#app/domain/room/room-sort.ts";
import { listRooms, type RoomQuery } from "#db/queries/room-list.ts";
import { userId } from "#workers/functions/arguments.ts";
import { type FunctionContext, openFunction, signedInFunction } from "#workers/functions/define.ts";
import { type RoomSummary, summarize } from "./room-summary.ts";

const PAGE_MAX = 100;
const PAGE = 48;

const page = {
  search: z.string().max(200).optional().describe("Words in the name, the description or the author's name, in any case"),
  sort: z.enum(ROOM_SORTS).optional().describe("`lively`, where it is not given: where somebody is now first, then the newest"),
  favorites: z.boolean().optional().describe("Only those that the caller has marked"),
  offset: z.number().int().min(0).max(1_000_000).optional(),
  limit: z.number().int().min(1).max(PAGE_MAX).optional().describe(`${PAGE} where it is not given`),
};
const pageSchema = z.strictObject(page);
type Page = z.infer<typeof pageSchema>;

/** A page of rooms. */
export type RoomPage = {
  readonly rooms: readonly RoomSummary[];
  readonly roomAuthors: Readonly<Record<UserId, Person>>;
  /** How many are in a room now. */
  readonly roomUsers: Readonly<Record<RoomId, number>>;
  /** On all pages together. */
  readonly total: number;
};

const RETURNS = "`rooms`, `roomAuthors` (people by id), `roomUsers` (how many are in a room now, by room id) and `total`.";

/** Lists of rooms (SPEC §2). */
export const roomLists = {
  getPublicRoomsWithAuthors: openFunction("query", {
    summary: "A page of the public rooms.",
    returns: RETURNS,
    args: pageSchema,
    handler: async (context, args) => ok(await readPage(context, "everyone", args)),
  }),

  getUserRoomsWithAuthors: signedInFunction("query", {
    summary: "A page of the rooms that the caller owns or is a member of.",
    returns: RETURNS,
    args: z.strictObject({ ...page, userId: userId.describe("The caller; anybody else is refused") }),
    handler: async (context, { userId, ...args }) => {
      if (userId !== context.user.id) return fail("forbidden");
      return ok(await readPage(context, userId, args));
    },
  }),
};

async function readPage({ db, user }: FunctionContext, of: RoomQuery["of"], args: Page): Promise<RoomPage> {
  const { search = "", sort = "lively", favorites = false, offset = 0, limit = PAGE } = args;
  const query: RoomQuery = { of, search, sort, isFavoritesOnly: favorites, offset, limit };
  const { rooms, total } = await listRooms(db, query, user?.id ?? null);
  return {
    rooms: rooms.map(({ room, role, isFavorite }) => summarize(room, { userId: user?.id ?? null, role, isFavorite })),
    roomAuthors: Object.fromEntries(rooms.map(({ author }) => [author.id, author])),
    roomUsers: Object.fromEntries(rooms.map(({ room }) => [room.id, room.activeUsers])),
    total,
  };
}
