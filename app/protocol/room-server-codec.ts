import { z } from "zod";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { ID_PATTERN } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { REPEATS } from "#app/domain/playback/play-order.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { type RoomCommand, UNDONE } from "#app/domain/room/room-command.ts";
import type { ClientFrame, ServerFrame } from "./room-messages.ts";

const entryId = z
  .string()
  .regex(ID_PATTERN)
  .transform((id) => id as EntryId);
const entryIds = z.array(entryId).min(1).max(limits.entriesPerCommand).readonly();
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
  z.strictObject({ type: z.literal("restore"), what: z.enum(UNDONE), entryIds }),
  z.strictObject({ type: z.literal("repeat"), repeat: z.enum(REPEATS) }),
  z.strictObject({ type: z.literal("shuffle"), isOn: z.boolean() }),
  z.strictObject({ type: z.literal("queue"), entryIds, isNext: z.boolean() }),
]);

const roundTrip = z.number().min(0).max(60_000);

const clientFrameSchema: z.ZodType<ClientFrame> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("command"), id: z.string().min(1).max(40), command: roomCommandSchema }),
  z.object({ type: z.literal("clock"), sentLocalMs: milliseconds, roundTripMs: roundTrip.nullable() }),
  z.object({
    type: z.literal("report"),
    report: z.object({ errorMs: z.number().min(-1e6).max(1e6), boundMs: z.number().min(0).max(1e6) }).nullable(),
  }),
  z.object({ type: z.literal("snapshot") }),
]);

/** A frame that cannot be read: why, and which command it was, where that much could be seen. */
export type BadFrame = { readonly code: ErrorCode; readonly commandId: string | null };

export function decodeClientFrame(raw: string | ArrayBuffer): Result<ClientFrame, BadFrame> {
  if (typeof raw !== "string") return fail({ code: "frame-malformed", commandId: null });
  if (raw.length > limits.socketFrameBytes) return fail({ code: "frame-too-large", commandId: null });
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    // the text was no JSON: nothing of it can be used
    return fail({ code: "frame-malformed", commandId: null });
  }
  const parsed = clientFrameSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const { type, id } = z.object({ type: z.unknown(), id: z.unknown() }).partial().catch({}).parse(value);
  const isKnown = type === "command" || type === "clock" || type === "report" || type === "snapshot";
  const commandId = type === "command" && typeof id === "string" && id.length <= 40 ? id : null;
  return fail({ code: isKnown ? "frame-malformed" : "frame-unknown", commandId });
}

export function encodeServerFrame(frame: ServerFrame): string {
  return JSON.stringify(frame);
}
