import { z } from "zod";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import type { RequestState } from "#app/domain/access/members.ts";
import { can } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { ok } from "#app/domain/result.ts";
import { hasPublicContent } from "#app/domain/room/public-content.ts";
import { parseRoomUrl } from "#app/domain/room/room-naming.ts";
import type { Db } from "#db/client.ts";
import { countFavorites } from "#db/queries/favorites.ts";
import { findMember, listMembers } from "#db/queries/members.ts";
import { countRoomTracks, findNewestCover } from "#db/queries/room-content.ts";
import { findTakenUrls, type RoomRow } from "#db/queries/rooms.ts";
import { anyone, defineFunction, type FunctionContext } from "#workers/functions/define.ts";
import { grantMedia } from "#workers/media/media-grant.ts";
import { loadRoom, type RoomForCaller } from "#workers/room-access/room-access.ts";
import { type RoomSummary, summarize } from "./room-summary.ts";

/** The information about a room that a person may see before they enter. */
export type RoomPreview = {
  /** Null if there is no such room. The description is empty for a caller who must enter a password. */
  readonly room: RoomSummary | null;
  readonly host: Person | null;
  readonly requiresPassword: boolean;
  readonly roomExists: boolean;
  /** The state of the caller's request for access or, for a viewer, for a higher role. Null without one. */
  readonly requestState: RequestState | null;
  /** For a caller whose request is pending: the people who can answer it. */
  readonly managers: readonly Person[];
  /** For a caller whose request was rejected: when they may ask again, server time. */
  readonly askAgainAtMs: number | null;
  /** The path of the newest cover, for previews of links to the room. Null unless the room's content is public. */
  readonly coverPath: string | null;
  /** The number of tracks, for the same. Null unless the room's content is public. */
  readonly trackCount: number | null;
};

/** A preview with the availability of its url, for a person who is about to choose it. */
type RoomInfoByUrl = RoomPreview & { readonly urlAvailable: boolean; readonly urlError: ErrorCode | null };

const MANAGERS_MAX = 5;
/** The newest tracks among which a cover is looked for. */
const COVER_CANDIDATES = 20;
const NO_ROOM: RoomPreview = {
  room: null,
  host: null,
  requiresPassword: false,
  roomExists: false,
  requestState: null,
  managers: [],
  askAgainAtMs: null,
  coverPath: null,
  trackCount: null,
};

/** Functions about the room at an address. */
export const roomInfoFunctions = {
  getRoomInfoByUrl: defineFunction({
    kind: "query",
    access: anyone,
    summary: "Returns what a caller may see of the room at a url before entering it, and whether the url is available.",
    returns:
      "`room` (null if there is none, without a description for a caller who must enter a password), `host`, `requiresPassword`, `roomExists`, `requestState` (`requested` or `rejected`, null without a request), `managers` for a caller whose request is pending, `askAgainAtMs` for a caller who was rejected, `coverPath` and `trackCount` of a public room without a password (`coverPath` is null without a cover), `urlAvailable`, and `urlError`: the error code of an unavailable url.",
    args: z.strictObject({
      room_url: z.string().max(200).describe("A url, or an id to find a room"),
      exclude_id: z.string().max(100).optional().describe("Id of a room whose own url counts as available"),
    }),
    handler: async (context, { room_url, exclude_id }) => {
      const url = parseRoomUrl(room_url);
      const found = await loadRoom(context, room_url);
      const isTaken = url.ok && (found ? found.room.id !== exclude_id : await isBeingRemoved(context.db, url.value));
      const urlError = url.ok ? (isTaken ? "room-url-taken" : null) : url.error;
      const preview = found ? await toPreview(context, found) : NO_ROOM;
      return ok<RoomInfoByUrl>({ ...preview, urlAvailable: urlError === null, urlError });
    },
  }),
};

async function toPreview(context: FunctionContext, found: RoomForCaller): Promise<RoomPreview> {
  const { db, user } = context;
  const { room, owner, role, refusal } = found;
  const userId = user?.id ?? null;
  const summary = summarize(room, { userId, role, favorites: await countFavorites(db, room.id, userId) });
  const isPublic = hasPublicContent({ visibility: room.visibility, hasPassword: room.passwordHash !== null });
  const request = user && role ? (await findMember(db, room.id, user.id))?.request : null;
  return {
    room: refusal ? { ...summary, description: "" } : summary,
    host: owner,
    requiresPassword: refusal !== null,
    roomExists: true,
    requestState: request?.state ?? null,
    managers: request?.state === "requested" ? await listManagers(db, room) : [],
    askAgainAtMs: request?.state === "rejected" ? request.changedAtMs + accessLimits.requestCooldownMs : null,
    coverPath: isPublic ? await findCoverPath(context, room) : null,
    trackCount: isPublic ? await countRoomTracks(db, room.id) : null,
  };
}

/** The grant in the path is a guest's, which everyone gets who opens the room. */
async function findCoverPath({ env, db, nowMs }: FunctionContext, room: RoomRow): Promise<string | null> {
  const { id: roomId, mediaEpoch: epoch } = room;
  const cover = await findNewestCover(db, roomId, COVER_CANDIDATES);
  if (!cover) return null;
  const { query } = grantMedia(env.APP_SECRET, { roomId, listener: null, epoch, nowMs, untilMs: null });
  return `/media/cover/${cover}?${query}`;
}

async function listManagers(db: Db, room: RoomRow): Promise<readonly Person[]> {
  const managers = (await listMembers(db, room.id)).filter(({ role }) => can(role, "decide-requests", room));
  return managers.slice(0, MANAGERS_MAX).map(({ person }) => person);
}

/** Whether the url belongs to a room that is being removed, given that no other room has it. */
async function isBeingRemoved(db: Db, url: string): Promise<boolean> {
  return (await findTakenUrls(db, [url])).has(url);
}
