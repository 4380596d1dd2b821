import { z } from "zod";
import { can, type RoomAction } from "#app/domain/access/permissions.ts";
import { chatLimits, MUTE_DURATIONS_MS, SLOW_MODES_MS } from "#app/domain/chat/chat-limits.ts";
import { type ChatMute, decideMute } from "#app/domain/chat/decide-chat.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { PersonMute } from "#app/protocol/chat-messages.ts";
import { chatDraftSchema, chatMessageId, chatSeq } from "#app/protocol/chat-schemas.ts";
import { noteRoomRead } from "#db/changes/read-recorder.ts";
import { findPeople } from "#db/queries/profile.ts";
import { findRole } from "#db/queries/rooms.ts";
import { roomIdOrUrl, userId } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext } from "#workers/functions/define.ts";
import { allowMemberChange } from "#workers/rate-limits/user-limits.ts";
import { type InRoom, roomAction, roomVisitor } from "#workers/room-access/room-requirement.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

const writeChat: RoomAction = "write-chat";
const MESSAGE_PLACE = "`seq`, the place of the message.";

type Context = SignedInContext & InRoom;

/** Functions about the chat of a room. */
export const chatFunctions = {
  list: defineFunction({
    kind: "query",
    access: roomVisitor("id"),
    summary: `Returns messages of a room's chat, oldest first: the last ones before a place, or all that have changed since a change. A room keeps its last ${chatLimits.keptMessages} messages.`,
    returns:
      "`messages`, each `written` or `removed`; `quotes`, the messages that they answer; `people`, their authors and mentioned people; `latestSeq`, `firstSeq` and `change` of the chat; `isComplete`, false if too much has changed; `slowModeMs`, the pause of slow mode; `mutes` for callers who may moderate the chat.",
    args: z.strictObject({
      id: roomIdOrUrl,
      beforeSeq: chatSeq.optional().describe("Default: the latest messages"),
      limit: z.number().int().min(1).max(chatLimits.pageMessagesMax).optional(),
      sinceChange: z.number().int().min(0).optional().describe("Lists what has changed since, in place of a page"),
    }),
    handler: ({ env, db, access }, { beforeSeq, limit = chatLimits.pageMessages, sinceChange }) => {
      const { room, metadata, effectiveRole } = access;
      noteRoomRead(db, room.id);
      const reading = { canModerate: can(effectiveRole, "moderate-chat", metadata.info) };
      const before = { kind: "before", seq: beforeSeq ?? Number.MAX_SAFE_INTEGER, limit } as const;
      const request = sinceChange === undefined ? before : ({ kind: "since", change: sinceChange } as const);
      return roomObject(env, room.id).listChat(metadata, request, reading);
    },
  }),

  send: defineFunction({
    kind: "mutation",
    access: roomAction("id", writeChat),
    summary: "Sends a message to a room's chat. A message with the same `messageId` is stored once.",
    returns: MESSAGE_PLACE,
    args: z.strictObject({
      id: roomIdOrUrl,
      messageId: chatMessageId.describe("Made by the caller, and unique for the caller"),
      ...chatDraftSchema,
      replyTo: chatSeq.nullable(),
    }),
    handler: (context, { messageId, text, mentions, replyTo }) =>
      change(context, { type: "chat-send", id: messageId, text, mentions, replyTo }),
  }),

  edit: defineFunction({
    kind: "mutation",
    access: roomAction("id", writeChat),
    summary: "Replaces the text of one of the caller's own messages.",
    returns: MESSAGE_PLACE,
    args: z.strictObject({ id: roomIdOrUrl, seq: chatSeq, ...chatDraftSchema }),
    handler: (context, { seq, text, mentions }) => change(context, { type: "chat-edit", seq, text, mentions }),
  }),

  remove: defineFunction({
    kind: "mutation",
    access: roomAction("id", "read-chat"),
    summary: "Removes a message: one of the caller's own or, for callers who may moderate the chat, any.",
    returns: MESSAGE_PLACE,
    args: z.strictObject({ id: roomIdOrUrl, seq: chatSeq }),
    handler: (context, { seq }) => change(context, { type: "chat-remove", seq }),
  }),

  setSlowMode: defineFunction({
    kind: "mutation",
    access: roomAction("id", "moderate-chat"),
    summary: "Sets how long people must wait between two messages. Callers who may moderate the chat do not wait.",
    returns: "null",
    args: z.strictObject({ id: roomIdOrUrl, slowModeMs: z.union(SLOW_MODES_MS.map((ms) => z.literal(ms))) }),
    handler: async ({ env, access: { room, metadata } }, { slowModeMs }): Promise<Result<null>> => {
      await roomObject(env, room.id).setChatSlowMode(metadata, slowModeMs);
      return ok(null);
    },
  }),

  mute: defineFunction({
    kind: "mutation",
    access: roomAction("id", "moderate-chat"),
    summary: "Keeps a person ranked below the caller from writing in the chat.",
    returns: "`mutes`: who is muted, and until when.",
    args: z.strictObject({
      id: roomIdOrUrl,
      userId,
      durationMs: z
        .union(MUTE_DURATIONS_MS.map((ms) => z.literal(ms)))
        .nullable()
        .describe("null until the mute is lifted"),
    }),
    handler: (context, { userId, durationMs }) =>
      mute(context, userId, { untilMs: durationMs === null ? null : context.nowMs + durationMs }),
  }),

  unmute: defineFunction({
    kind: "mutation",
    access: roomAction("id", "moderate-chat"),
    summary: "Lifts the mute of a person ranked below the caller.",
    returns: "`mutes`: who is still muted, and until when.",
    args: z.strictObject({ id: roomIdOrUrl, userId }),
    handler: (context, { userId }) => mute(context, userId, null),
  }),
};

type Change = Parameters<ReturnType<typeof roomObject>["changeChat"]>[2];

async function change({ env, user, access }: Context, writing: Change): Promise<Result<{ readonly seq: number }>> {
  const { room, metadata, effectiveRole } = access;
  const person = { id: user.id, name: user.name, avatar: user.avatar };
  const sender = { person, userId: user.id, effectiveRole };
  const result = await roomObject(env, room.id).changeChat(metadata, sender, writing);
  return result.ok ? ok({ seq: result.value }) : result;
}

async function mute(
  { env, db, user, nowMs, access }: Context,
  targetId: UserId,
  mute: ChatMute | null,
): Promise<Result<{ readonly mutes: readonly PersonMute[] }>> {
  const { room, metadata, effectiveRole } = access;
  const allowed = await allowMemberChange(db, user.id, nowMs);
  if (!allowed.ok) return allowed;
  const role = await findRole(db, room.id, targetId);
  const decided = targetId === user.id ? fail("forbidden" as const) : decideMute(effectiveRole, role);
  if (!decided.ok) return decided;
  const [person] = await findPeople(db, [targetId]);
  if (!person) return fail("member-not-found");
  const result = await roomObject(env, room.id).muteInChat(metadata, person, { mute, hasRole: role !== null });
  return result.ok ? ok({ mutes: result.value }) : result;
}
