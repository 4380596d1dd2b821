import { z } from "zod";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { ID_PATTERN } from "#app/domain/ids.ts";
import { REPEATS } from "#app/domain/playback/play-order.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import { type RoomCommand, UNDO_KINDS } from "#app/domain/room/room-command.ts";
import type { ClientMessage, ServerMessage } from "./room-messages.ts";

const entryId = z
  .string()
  .regex(ID_PATTERN)
  .transform((id) => id as EntryId);
const entryIds = z.array(entryId).min(1).max(playlistLimits.entriesPerCommand).readonly();
const milliseconds = z.number().min(-1e15).max(1e15);

/** Also the argument of the function `rooms.command`. */
export const roomCommandSchema: z.ZodType<RoomCommand> = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("play") }),
  z.strictObject({ type: z.literal("pause") }),
  z.strictObject({ type: z.literal("seek"), entryId, positionMs: milliseconds }),
  z.strictObject({ type: z.literal("next"), entryId }),
  z.strictObject({ type: z.literal("previous"), entryId }),
  z.strictObject({ type: z.literal("select"), entryId }),
  z.strictObject({ type: z.literal("remove"), entryIds }),
  z.strictObject({ type: z.literal("move"), entryIds, afterEntryId: entryId.nullable() }),
  z.strictObject({ type: z.literal("restore"), what: z.enum(UNDO_KINDS), entryIds }),
  z.strictObject({ type: z.literal("repeat"), repeat: z.enum(REPEATS) }),
  z.strictObject({ type: z.literal("shuffle"), isOn: z.boolean() }),
  z.strictObject({ type: z.literal("queue"), entryIds, isNext: z.boolean() }),
]);

const roundTrip = z.number().min(0).max(60_000);

const clientMessageSchema: z.ZodType<ClientMessage> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("command"), id: z.string().min(1).max(40), command: roomCommandSchema }),
  z.object({ type: z.literal("clock"), sentLocalMs: milliseconds, roundTripMs: roundTrip.nullable() }),
  z.object({
    type: z.literal("report"),
    report: z.object({ errorMs: z.number().min(-1e6).max(1e6), boundMs: z.number().min(0).max(1e6) }).nullable(),
  }),
  z.object({ type: z.literal("request-snapshot") }),
]);

/** A frame that cannot be read: why, and which command it was, where that much could be seen. */
export type MalformedMessage = { readonly code: ErrorCode; readonly commandId: string | null };

export function decodeClientMessage(raw: string | ArrayBuffer): Result<ClientMessage, MalformedMessage> {
  if (typeof raw !== "string") return fail({ code: "message-malformed", commandId: null });
  if (raw.length > connectionLimits.socketMessageBytes) return fail({ code: "message-too-large", commandId: null });
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    // the text was no JSON: nothing of it can be used
    return fail({ code: "message-malformed", commandId: null });
  }
  const parsed = clientMessageSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const { type, id } = z.object({ type: z.unknown(), id: z.unknown() }).partial().catch({}).parse(value);
  const isKnown = type === "command" || type === "clock" || type === "report" || type === "request-snapshot";
  const commandId = type === "command" && typeof id === "string" && id.length <= 40 ? id : null;
  return fail({ code: isKnown ? "message-malformed" : "message-unknown", commandId });
}

export function encodeServerMessage(message: ServerMessage): string {
  return JSON.stringify(message);
}
