import { z } from "zod";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { parseGuestName } from "#app/domain/accounts/guest-name.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { type EditId, type EntryId, ID_PATTERN } from "#app/domain/ids.ts";
import { REPEATS } from "#app/domain/playback/play-order.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { REACTIONS } from "#app/domain/reactions/reactions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { chatSchemas } from "./chat-schemas.ts";
import { deviceSchemas } from "./device-schemas.ts";
import type { ClientMessage, OwnSnapshot, ServerMessage, SharedSnapshot } from "./room-messages.ts";

const entryId = z
  .string()
  .regex(ID_PATTERN)
  .transform((id) => id as EntryId);
const entryIds = z.array(entryId).min(1).max(playlistLimits.entriesPerCommand).readonly();
/** The id that a browser gives an edit. */
export const editIdSchema = z
  .string()
  .regex(ID_PATTERN)
  .transform((id) => id as EditId);
const milliseconds = z.number().min(-1e15).max(1e15);

const commandSchemas = {
  play: z.strictObject({ type: z.literal("play") }),
  pause: z.strictObject({ type: z.literal("pause") }),
  seek: z.strictObject({ type: z.literal("seek"), entryId, positionMs: milliseconds }),
  next: z.strictObject({ type: z.literal("next"), entryId }),
  previous: z.strictObject({ type: z.literal("previous"), entryId }),
  select: z.strictObject({ type: z.literal("select"), entryId }),
  remove: z.strictObject({ type: z.literal("remove"), entryIds }),
  move: z.strictObject({ type: z.literal("move"), entryIds, afterEntryId: entryId.nullable() }),
  undo: z.strictObject({ type: z.literal("undo"), editId: editIdSchema }),
  "restore-playback": z.strictObject({ type: z.literal("restore-playback"), revision: z.number().int().min(0) }),
  repeat: z.strictObject({ type: z.literal("repeat"), repeat: z.enum(REPEATS) }),
  shuffle: z.strictObject({ type: z.literal("shuffle"), isOn: z.boolean() }),
  crossfade: z.strictObject({ type: z.literal("crossfade"), ms: z.number().int().min(0).max(playbackLimits.crossfadeMsMax) }),
  "group-volume": z.strictObject({ type: z.literal("group-volume"), volume: z.number().min(0).max(1) }),
  "mute-room": z.strictObject({ type: z.literal("mute-room"), isOn: z.boolean() }),
  queue: z.strictObject({ type: z.literal("queue"), entryIds, isNext: z.boolean() }),
  "vote-skip": z.strictObject({ type: z.literal("vote-skip"), entryId, isFor: z.boolean() }),
  "vote-queue": z.strictObject({ type: z.literal("vote-queue"), entryId, isFor: z.boolean() }),
} satisfies { readonly [T in RoomCommand["type"]]: z.ZodType<Extract<RoomCommand, { type: T }>> };
const { play, ...otherCommands } = commandSchemas;

/** Also the argument of the function `rooms.command`. */
export const roomCommandSchema: z.ZodType<RoomCommand> = z.discriminatedUnion("type", [play, ...Object.values(otherCommands)]);

/** Also an argument of the function `reactions.send`. */
export const reactionSchema = z
  .number()
  .int()
  .min(0)
  .max(REACTIONS.length - 1);

const roundTrip = z.number().min(0).max(60_000);
const guestName = z
  .string()
  .max(200)
  .transform(parseGuestName)
  .refine((name) => name !== null);

const clientMessageSchema: z.ZodType<ClientMessage> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("command"), id: editIdSchema, command: roomCommandSchema }),
  z.object({ type: z.literal("clock"), sentLocalMs: milliseconds, roundTripMs: roundTrip.nullable() }),
  z.object({
    type: z.literal("report"),
    report: z.object({ errorMs: z.number().min(-1e6).max(1e6), boundMs: z.number().min(0).max(1e6) }).nullable(),
    sentLocalMs: milliseconds,
  }),
  z.object({ type: z.literal("set-name"), name: guestName.nullable() }),
  z.object({ type: z.literal("reaction"), entryId, reaction: reactionSchema }),
  z.object({ type: z.literal("request-snapshot") }),
  ...deviceSchemas,
  ...chatSchemas,
]);

const CLIENT_TYPES: Readonly<Record<ClientMessage["type"], true>> = {
  command: true,
  clock: true,
  report: true,
  "set-name": true,
  reaction: true,
  "request-snapshot": true,
  "watch-devices": true,
  "device-report": true,
  "device-request": true,
  "chat-send": true,
  "chat-edit": true,
  "chat-remove": true,
  "chat-typing": true,
  "chat-read": true,
};

/** The names in a message that is not valid. */
const name = z.string().max(40).optional().catch(undefined);
const namesSchema = z.object({ type: name, id: name }).partial().catch({});

/** Why a frame is unreadable, and the id of its command or request if known. */
export type MalformedMessage = { readonly code: ErrorCode; readonly requestId: string | null };

export function decodeClientMessage(raw: string | ArrayBuffer): Result<ClientMessage, MalformedMessage> {
  if (typeof raw !== "string") return fail({ code: "message-malformed", requestId: null });
  if (raw.length > connectionLimits.socketMessageBytes) return fail({ code: "message-too-large", requestId: null });
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    // not JSON
    return fail({ code: "message-malformed", requestId: null });
  }
  const parsed = clientMessageSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const { type, id } = namesSchema.parse(value);
  const isKnown = type !== undefined && Object.hasOwn(CLIENT_TYPES, type);
  const hasReply = type === "command" || type === "device-request";
  const requestId = hasReply ? (editIdSchema.safeParse(id).data ?? null) : null;
  return fail({ code: isKnown ? "message-malformed" : "message-unknown", requestId });
}

/** Joins encoded messages into one frame. A single message stays as it is. */
export function encodeBatch(messages: readonly string[]): string {
  const [first = "", ...others] = messages;
  return others.length === 0 ? first : `{"type":"batch","messages":[${messages.join(",")}]}`;
}

/** The shared part of a snapshot as JSON without its braces, so that it is encoded once for everyone. */
export function encodeSharedSnapshot(shared: SharedSnapshot): string {
  return JSON.stringify(shared).slice(1, -1);
}

/** @param shared from `encodeSharedSnapshot` */
export function encodeSnapshot(shared: string, own: OwnSnapshot): string {
  return `{"type":"snapshot",${shared},${JSON.stringify(own).slice(1)}`;
}

export function encodeServerMessage(message: ServerMessage): string {
  return JSON.stringify(message);
}
