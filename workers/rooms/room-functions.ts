import { z } from "zod";
import { can } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { VISIBILITIES } from "#app/domain/room/room.ts";
import { parseRoomName, roomUrlCandidates, roomUrlFromName } from "#app/domain/room/room-naming.ts";
import { roomCommandSchema } from "#app/protocol/room-server-codec.ts";
import { isFavorite, toggleFavorite } from "#db/queries/favorites.ts";
import { findRoom, findTakenUrls, insertRoom } from "#db/queries/rooms.ts";
import { newId, newToken } from "#workers/crypto/random.ts";
import { roomIdOrUrl, userId } from "#workers/functions/arguments.ts";
import { openFunction, signedInFunction } from "#workers/functions/define.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { mayMakeRoom } from "#workers/rate-limits/rate-limits.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { removeRoom } from "./remove-room.ts";
import { loadAccessibleRoom } from "./room-access.ts";
import { type RoomSummary, summarize } from "./room-summary.ts";
import { changeRoom } from "./update-room-settings.ts";

const URL_TRIES = 3;
/** Each takes several requests, of which a call has a thousand. */
const UPLOADS_AT_ONCE = 50;

/** One room: making, finding, changing, commanding and removing it. */
export const rooms = {
  get: openFunction("query", {
    summary: "One room and the caller's role in it.",
    returns: "The room; `role` is null for who has none, `favorite_users` holds the caller where they have marked it.",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async (context, { id }) => {
      const access = await loadAccessibleRoom(context, id);
      if (!access.ok) return access;
      const { room, role } = access.value;
      const { db, user } = context;
      const isMarked = user !== null && (await isFavorite(db, room.id, user.id));
      return ok<RoomSummary>(summarize(room, { userId: user?.id ?? null, role, isFavorite: isMarked }));
    },
  }),

  create: signedInFunction("mutation", {
    summary: "Makes a public room that belongs to the caller. Its url is made from the name.",
    returns: "`id` and `room_url` of the new room.",
    args: z.strictObject({ name: z.string().max(1000).describe("1 to 50 characters") }),
    handler: async ({ env, db, user, nowMs, waitUntil }, args) => {
      const name = parseRoomName(args.name);
      if (!name.ok) return name;
      if (!(await mayMakeRoom(db, user.id, nowMs))) return fail("too-many-attempts");
      const base = roomUrlFromName(name.value);
      for (let attempt = 0; attempt < URL_TRIES; attempt++) {
        const candidates = roomUrlCandidates(base, newToken().slice(0, 6));
        const taken = await findTakenUrls(db, candidates);
        const free = candidates.filter((candidate) => !taken.has(candidate));
        // who lost the race for a short address once takes one that nobody else thinks of
        const url = attempt === 0 ? free[0] : free[free.length - 1];
        if (url === undefined) continue;
        const room = { id: newId<RoomId>(), name: name.value, url, ownerId: user.id, createdAtMs: nowMs };
        try {
          await insertRoom(db, room, user.name);
          waitUntil(lobbyObject(env).tell({ list: true, mine: [user.id] }));
          return ok({ id: room.id, room_url: url });
        } catch (error) {
          // another room may have got the url in between; anything else is a fault
          if (!(await findTakenUrls(db, [url])).has(url)) throw error;
        }
      }
      return fail("room-create-failed");
    },
  }),

  update: signedInFunction("mutation", {
    summary:
      "Changes a room's settings: only what is given. Another password, or a first one, shuts out whoever had come in without being a member.",
    returns: "`room_url` of the room after it.",
    args: z.strictObject({
      id: roomIdOrUrl,
      name: z.string().max(1000).optional(),
      description: z.string().max(5000).optional(),
      room_url: z.string().max(200).optional(),
      visibility: z.enum(VISIBILITIES).optional().describe("`inviteOnly` is in development and refused"),
      password: z.string().max(1000).nullable().optional().describe("null: none any more"),
      isFair: z.boolean().optional().describe("Whoever has added something takes turns"),
      isLeveled: z.boolean().optional().describe("All tracks sound equally loud"),
    }),
    handler: async (context, { id, ...wanted }) => {
      const access = await loadAccessibleRoom(context, id);
      if (!access.ok) return access;
      if (!can(access.value.effectiveRole, "change-settings")) return fail("forbidden");
      return changeRoom(context, access.value, wanted);
    },
  }),

  remove: signedInFunction("mutation", {
    summary: "Removes a room with its playlist for good. The tracks stay in the libraries of those who uploaded them.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async (context, { id }) => {
      const access = await loadAccessibleRoom(context, id);
      if (!access.ok) return access;
      if (!can(access.value.effectiveRole, "delete-room")) return fail("forbidden");
      const roomId = access.value.room.id;
      await removeRoom(context.env, context.db, { roomId, nowMs: context.nowMs, uploadsAtMost: UPLOADS_AT_ONCE });
      return ok(null);
    },
  }),

  toggleFavorite: signedInFunction("mutation", {
    summary: "Marks a room as one of the caller's favorites, or takes the mark away.",
    returns: "`isFavorite` after it.",
    args: z.strictObject({ roomId: roomIdOrUrl, userId: userId.describe("The caller; anybody else is refused") }),
    handler: async ({ env, db, user, nowMs, waitUntil }, { roomId, userId }): Promise<Result<{ isFavorite: boolean }>> => {
      if (userId !== user.id) return fail("forbidden");
      // the mark says nothing of what is in the room: it needs no password
      const found = await findRoom(db, roomId);
      if (!found) return fail("room-not-found");
      const isMarked = await toggleFavorite(db, { roomId: found.room.id, userId, nowMs });
      waitUntil(lobbyObject(env).notifyFavorite(user.id, found.room.id, isMarked));
      return ok({ isFavorite: isMarked });
    },
  }),

  command: openFunction("mutation", {
    summary: "Asks a room for something: play, pause, seek, next, previous, select, move, remove, repeat, shuffle or queue.",
    returns: "`revision` of the room after it.",
    args: z.strictObject({ id: roomIdOrUrl, command: roomCommandSchema }),
    handler: async (context, { id, command }) => {
      const access = await loadAccessibleRoom(context, id);
      if (!access.ok) return access;
      const { room, metadata, effectiveRole } = access.value;
      const actor = { kind: "person", userId: context.user?.id ?? null, effectiveRole } as const;
      return roomObject(context.env, room.id).command(metadata, command, actor);
    },
  }),

  getState: openFunction("query", {
    summary: "What a room holds and plays right now, as its socket would say it on joining.",
    returns: "`state` (info, playlist, playback, order, people), `revision` and `serverNowMs`.",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async (context, { id }) => {
      const access = await loadAccessibleRoom(context, id);
      if (!access.ok) return access;
      const { room, metadata } = access.value;
      const snapshot = await roomObject(context.env, room.id).snapshot(metadata);
      return snapshot ? ok(snapshot) : fail("room-not-found");
    },
  }),
};
