import { z } from "zod";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import type { Role } from "#app/domain/permissions.ts";
import type { Person } from "#app/domain/person.ts";
import { fail, ok } from "#app/domain/result.ts";
import { parseRoomName, roomUrlCandidates, roomUrlFromName } from "#app/domain/room-naming.ts";
import { roomCommandSchema } from "#app/protocol/room-socket-codec.ts";
import { findTakenUrls, insertRoom, listPublicRooms, type RoomRow } from "#db/queries/rooms.ts";
import { newId, newToken } from "../random.ts";
import { roomObject } from "../room/room-stub.ts";
import { openFunction, signedInFunction } from "./define.ts";
import { accessRoom } from "./room-access.ts";

/** A room in a list. */
export type RoomSummary = {
  readonly _id: RoomId;
  readonly name: string;
  readonly description: string;
  readonly room_url: string;
  readonly visibility: RoomRow["visibility"];
  readonly createdAt: number;
  readonly creator: UserId;
};

/** Rooms listed at once; the rest is found by searching. */
const LISTED_MAX = 200;
const URL_TRIES = 3;

const roomIdOrUrl = z.string().min(1).max(100).describe("The room's id or url");

export const rooms = {
  get: openFunction("query", {
    summary: "One room and the caller's role in it.",
    returns: "The room, and `role`: null for who has none.",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async ({ db, user }, { id }) => {
      const access = await accessRoom(db, id, user);
      if (!access.ok) return access;
      const { room, role } = access.value;
      return ok<RoomSummary & { readonly role: Role | null }>({ ...summary(room), role });
    },
  }),

  create: signedInFunction("mutation", {
    summary: "Makes a public room that belongs to the caller. Its url is made from the name.",
    returns: "`id` and `room_url` of the new room.",
    args: z.strictObject({ name: z.string().max(1000).describe("1 to 50 characters") }),
    handler: async ({ db, user, nowMs }, args) => {
      const name = parseRoomName(args.name);
      if (!name.ok) return name;
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
          await insertRoom(db, room);
          return ok({ id: room.id, room_url: url });
        } catch (error) {
          // another room may have got the url in between; anything else is a fault
          if (!(await findTakenUrls(db, [url])).has(url)) throw error;
        }
      }
      return fail("room-create-failed");
    },
  }),

  getPublicRoomsWithAuthors: openFunction("query", {
    summary: "The public rooms: where somebody is now first, then the newest.",
    returns: "`rooms`, `roomAuthors` (people by id) and `roomUsers` (how many are in a room now, by room id).",
    args: z.strictObject({}),
    handler: async ({ db, nowMs }) => {
      const listed = await listPublicRooms(db, { limit: LISTED_MAX, presentSinceMs: nowMs - limits.presenceBelievedMs });
      const roomAuthors: Record<UserId, Person> = Object.fromEntries(listed.map(({ author }) => [author.id, author]));
      const roomUsers: Record<RoomId, number> = Object.fromEntries(
        listed.map(({ room, activeUsers }) => [room.id, activeUsers]),
      );
      return ok({ rooms: listed.map(({ room }) => summary(room)), roomAuthors, roomUsers });
    },
  }),

  command: openFunction("mutation", {
    summary: "Asks a room for something: play, pause, seek, next, previous, select, move or remove.",
    returns: "`revision` of the room after it.",
    args: z.strictObject({ id: roomIdOrUrl, command: roomCommandSchema }),
    handler: async ({ env, db, user }, { id, command }) => {
      const access = await accessRoom(db, id, user);
      if (!access.ok) return access;
      const { info, standing } = access.value;
      const actor = { kind: "person", userId: user?.id ?? null, standing } as const;
      return roomObject(env, info.id).command(info, command, actor);
    },
  }),

  getState: openFunction("query", {
    summary: "What a room holds and plays right now, as its socket would say it on joining.",
    returns: "`state` (info, playlist, playback, people), `revision` and `serverNowMs`.",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async ({ env, db, user }, { id }) => {
      const access = await accessRoom(db, id, user);
      if (!access.ok) return access;
      const { info } = access.value;
      return ok(await roomObject(env, info.id).snapshot(info));
    },
  }),
};

function summary(room: RoomRow): RoomSummary {
  const { id, name, description, url, visibility, createdAtMs, ownerId } = room;
  return { _id: id, name, description, room_url: url, visibility, createdAt: createdAtMs, creator: ownerId };
}
