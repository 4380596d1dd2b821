import { z } from "zod";
import { isMember } from "#app/domain/access/permissions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { VISIBILITIES } from "#app/domain/room/room.ts";
import { SKIP_VOTE_SHARES } from "#app/domain/room/skip-vote-share.ts";
import { editIdSchema, roomCommandSchema } from "#app/protocol/room-server-codec.ts";
import { noteRoomRead } from "#db/changes/read-recorder.ts";
import { countFavorites, listFavoriteUsers, setFavorite, toggleFavorite } from "#db/queries/favorites.ts";
import { roomIdOrUrl, userId } from "#workers/functions/arguments.ts";
import { both, defineFunction, self, signedIn } from "#workers/functions/define.ts";
import { existingRoom, hasSameRole, roomAction, roomVisitor } from "#workers/room-access/room-requirement.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { createRoom } from "./create-room.ts";
import { removeRoom } from "./remove-room.ts";
import { CONTENT_TRACKS_MAX, loadContent, type RoomContent } from "./room-content.ts";
import { type RoomSummary, summarize } from "./room-summary.ts";
import { updateRoomSettings } from "./update-room-settings.ts";

/** Discarding an upload takes several subrequests, of which one call may make a thousand. */
const UPLOADS_PER_CALL = 50;
const FAVORITE_USERS_MAX = 1000;

const settings = {
  name: z.string().max(1000).optional(),
  description: z.string().max(5000).optional(),
  room_url: z.string().max(200).optional(),
  visibility: z.enum(VISIBILITIES).optional().describe("`inviteOnly` is in development and refused"),
  isFair: z.boolean().optional().describe("People who added entries take turns"),
  isLeveled: z.boolean().optional().describe("Tracks are leveled to the same loudness"),
  guestsMayControl: z.boolean().optional().describe("Everyone in the room may control playback, guests included"),
  guestsMayAdd: z.boolean().optional().describe("Everyone signed in may add tracks, and arrange those they added"),
  skipVoteShare: z
    .literal(SKIP_VOTE_SHARES)
    .nullable()
    .optional()
    .describe("The share of the people present that a skip needs, in percent; null for no votes"),
  hasQueueVotes: z.boolean().optional().describe("People vote for queued entries"),
};

type RoomWithContent = RoomSummary & { readonly content: RoomContent };

/** Functions about one room. */
export const roomFunctions = {
  get: defineFunction({
    kind: "query",
    access: roomVisitor("id"),
    summary: "Returns a room and the caller's role in it.",
    returns: `The room with its \`content\`: its newest tracks, up to ${CONTENT_TRACKS_MAX}, their \`total\` number, and \`isDone\` if these are all. The order of the playlist is in \`rooms.getState\`. \`role\` is null for a caller without a role. \`favorites\` counts the people who have marked the room; \`favorite_users\` has their ids for a member, the oldest marks first, up to ${FAVORITE_USERS_MAX}, and otherwise only the caller's own.`,
    args: z.strictObject({ id: roomIdOrUrl }),
    atTimestamp: hasSameRole,
    handler: async ({ db, user, access: { room, role } }): Promise<Result<RoomWithContent>> => {
      const userId = user?.id ?? null;
      const summary = summarize(room, { userId, role, favorites: await countFavorites(db, room.id, userId) });
      const content = await loadContent(db, room.id);
      if (!isMember(role)) return ok({ ...summary, content });
      return ok({ ...summary, content, favorite_users: await listFavoriteUsers(db, room.id, FAVORITE_USERS_MAX) });
    },
  }),

  create: defineFunction({
    kind: "mutation",
    access: signedIn,
    summary: "Creates a public room that the caller owns. Its url is derived from the name.",
    returns: "`id` and `room_url` of the new room.",
    args: z.strictObject({ name: z.string().max(1000).describe("1 to 50 characters") }),
    handler: (context, { name }) => createRoom(context, name),
  }),

  update: defineFunction({
    kind: "mutation",
    access: roomAction("id", "change-settings"),
    summary:
      "Changes the given settings of a room. A new or changed password locks out everyone who is not a member and has not entered the new password.",
    returns: "The room's `room_url` after the change.",
    args: z.strictObject({
      id: roomIdOrUrl,
      ...settings,
      password: z.string().max(1000).nullable().optional().describe("null removes the password"),
      expected: z
        .strictObject(settings)
        .optional()
        .describe(
          "The settings that the caller believes to be current. If others are stored, nothing changes: `changed-since`",
        ),
    }),
    handler: (context, { id: _, expected, ...requested }) => {
      const { room, metadata } = context.access;
      const { owner } = metadata.info;
      if (!expected) return updateRoomSettings(context, { room, owner, requested, expected });
      const { room_url: url, ...others } = expected;
      return updateRoomSettings(context, { room, owner, requested, expected: { url, ...others } });
    },
  }),

  remove: defineFunction({
    kind: "mutation",
    access: roomAction("id", "delete-room"),
    summary: "Deletes a room and its playlist for good. The tracks stay in the libraries of their uploaders.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: async ({ env, db, nowMs, access: { room } }): Promise<Result<null>> => {
      await removeRoom(env, db, { roomId: room.id, nowMs, maxUploads: UPLOADS_PER_CALL });
      return ok(null);
    },
  }),

  toggleFavorite: defineFunction({
    kind: "mutation",
    access: both(self("userId"), existingRoom("roomId")),
    summary:
      "Marks a room as one of the caller's favorites, or removes the mark. It needs no password: the mark reveals nothing.",
    returns: "`isFavorite` after the change.",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      userId: userId.describe("The caller's own id"),
      isFavorite: z.boolean().optional().describe("Whether the mark is to be set. Without it, the call toggles the mark"),
    }),
    handler: async ({ db, user, nowMs, access }, { isFavorite }): Promise<Result<{ isFavorite: boolean }>> => {
      const mark = { roomId: access.room.id, userId: user.id, nowMs };
      if (isFavorite !== undefined) {
        return (await setFavorite(db, mark, isFavorite)) ? ok({ isFavorite }) : fail("too-many-favorites");
      }
      const toggled = await toggleFavorite(db, mark);
      return toggled === null ? fail("too-many-favorites") : ok({ isFavorite: toggled });
    },
  }),

  command: defineFunction({
    kind: "mutation",
    access: roomVisitor("id"),
    summary:
      "Sends a command to a room: play, pause, seek, next, previous, select, remove, move, undo, restore-playback, repeat, shuffle, crossfade, queue, vote-skip or vote-queue. The room checks that the caller may do so.",
    returns: "The room's `revision` after the command.",
    args: z.strictObject({
      id: roomIdOrUrl,
      command: roomCommandSchema,
      editId: editIdSchema
        .optional()
        .describe("Identifies the edit: an `undo` names it, and a call that is repeated with it is not applied again"),
    }),
    handler: ({ env, user, address, access: { room, metadata, effectiveRole } }, { command, editId }) => {
      const actor = { kind: "person", userId: user?.id ?? null, effectiveRole } as const;
      return roomObject(env, room.id).runCommand(metadata, command, actor, { address, editId });
    },
  }),

  getState: defineFunction({
    kind: "query",
    access: roomVisitor("id"),
    summary: "Returns the current state of a room, as a browser receives it on joining.",
    returns: "`state` (info, playlist, playback, order, people), `revision` and `serverNowMs`.",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: ({ env, db, access: { room, metadata } }) => {
      noteRoomRead(db, room.id);
      return roomObject(env, room.id).getState(metadata);
    },
  }),
};
