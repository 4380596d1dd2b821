import { z } from "zod";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import { can } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { ok } from "#app/domain/result.ts";
import { parseRoomUrl } from "#app/domain/room/room-naming.ts";
import { isFavorite } from "#db/queries/favorites.ts";
import { findMember, listMembers } from "#db/queries/members.ts";
import { findTakenUrls } from "#db/queries/rooms.ts";
import { type FunctionContext, openFunction } from "#workers/functions/define.ts";
import { loadRoom, type RoomForCaller } from "./room-access.ts";
import { type RoomSummary, summarize } from "./room-summary.ts";

/** What whoever stands before a room may know of it. */
export type RoomOutside = {
  /** Null: there is none. Without a description for who must give a password. */
  readonly room: RoomSummary | null;
  readonly host: Person | null;
  readonly requiresPassword: boolean;
  readonly roomExists: boolean;
  /** For who waits for an answer: who may give it. */
  readonly managers: readonly Person[];
  /** For who was denied. */
  readonly askAgainAtMs: number | null;
};

/** And, for who is about to take the address, whether it is free. */
type RoomAtUrl = RoomOutside & { readonly urlAvailable: boolean; readonly urlError: ErrorCode | null };

const MANAGERS_NAMED = 5;
const NOTHING_THERE: RoomOutside = {
  room: null,
  host: null,
  requiresPassword: false,
  roomExists: false,
  managers: [],
  askAgainAtMs: null,
};

/** What stands at an address. */
export const roomAddress = {
  getRoomInfoByUrl: openFunction("query", {
    summary: "What stands at an address, for whoever is about to come in or to take it.",
    returns:
      "`room` (null where there is none; without a description for who must give a password), `host`, `requiresPassword` of the caller, " +
      "`roomExists`; `managers` for who waits to be let in and `askAgainAtMs` for who was denied; `urlAvailable` and `urlError`: why not, as a code.",
    args: z.strictObject({
      room_url: z.string().max(200).describe("A url; to come in, an id will do"),
      exclude_id: z.string().max(100).optional().describe("A room that may keep its own address"),
    }),
    handler: async (context, { room_url, exclude_id }) => {
      const url = parseRoomUrl(room_url);
      const roomForCaller = await loadRoom(context, room_url);
      // a room that is being removed keeps its address until it is gone
      const isTaken = url.ok && (roomForCaller ? roomForCaller.room.id !== exclude_id : await isKept(context, url.value));
      const urlError = url.ok ? (isTaken ? "room-url-taken" : null) : url.error;
      const outside = roomForCaller ? await seenFromOutside(context, roomForCaller) : NOTHING_THERE;
      return ok<RoomAtUrl>({ ...outside, urlAvailable: urlError === null, urlError });
    },
  }),
};

async function seenFromOutside({ db, user }: FunctionContext, roomForCaller: RoomForCaller): Promise<RoomOutside> {
  const { room, owner, role, refusal } = roomForCaller;
  const isMarked = user !== null && (await isFavorite(db, room.id, user.id));
  const seen = summarize(room, { userId: user?.id ?? null, role, isFavorite: isMarked });
  const denied = user && role === "rejected" ? await findMember(db, room.id, user.id) : null;
  return {
    room: refusal ? { ...seen, description: "" } : seen,
    host: owner,
    requiresPassword: refusal !== null,
    roomExists: true,
    managers: role === "requested" ? await managersOf(db, room.id) : [],
    askAgainAtMs: denied && denied.changedAtMs + accessLimits.askAgainAfterMs,
  };
}

async function managersOf(db: FunctionContext["db"], roomId: RoomSummary["_id"]): Promise<readonly Person[]> {
  const managers = (await listMembers(db, roomId)).filter(({ role }) => can(role, "decide-requests"));
  return managers.slice(0, MANAGERS_NAMED).map(({ person: { id, name, avatar } }) => ({ id, name, avatar }));
}

async function isKept({ db }: FunctionContext, url: string): Promise<boolean> {
  return (await findTakenUrls(db, [url])).has(url);
}
