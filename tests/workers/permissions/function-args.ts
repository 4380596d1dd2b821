import { env } from "cloudflare:test";
import type { ChatMessageId } from "#app/domain/ids.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import type { TestUser } from "#tests/workers/support/seed-user.ts";
import { audioFixture, hashFile } from "#tests/workers/support/upload.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Caller } from "./caller-kinds.ts";
import type { Callers } from "./callers.ts";
import { prepareCommand, runAsOwner } from "./command-calls.ts";
import { seedImportBatch, seedOriginal, seedTrackInEntry, seedUpload } from "./seeded-content.ts";
import { type SeededRoom, staleMetadata } from "./seeded-room.ts";

// The arguments of the calls of functions, and what they need to succeed.

export type CallContext = {
  readonly callers: Callers;
  readonly room: SeededRoom;
  readonly caller: Caller;
  /** The calling user. For a guest another user, whose ids and names a guest might use. */
  readonly self: TestUser;
};

/** Creates what a call needs to succeed, and returns its arguments. */
export type PrepareArgs = (context: CallContext) => Promise<object> | object;

/** The sizes that distinguish own files from those of the colleague. */
export const OWN_FILE_BYTES = 10;
export const OTHER_FILE_BYTES = 11;
/** The cooldown of a rejected request has passed. */
export const REJECTED_AGO_MS = 25 * HOUR_MS;
export const ANALYSIS = { loudnessLufs: -10, truePeakDb: -1, waveform: null };

export const withRoomId: PrepareArgs = ({ room }) => ({ id: room.id });
export const withInvitee: PrepareArgs = ({ room, callers }) => ({ id: room.id, userId: callers.invitee.person.id });
export const withRequester: PrepareArgs = ({ room, callers }) => ({ id: room.id, userId: callers.requester.person.id });

/** The place of a removal in the log, which the call would undo. */
export const withPlaceOfRemoval: PrepareArgs = async (context) => {
  const { room } = context;
  await runAsOwner(context, await prepareCommand("remove another's", context));
  const log = await roomObject(env, room.id).listLog(staleMetadata(room.info), Number.MAX_SAFE_INTEGER);
  return { roomId: room.id, place: (log.ok && log.value.rows[0]?.place) || 1 };
};

export const setInviter = async (context: CallContext, inviter: TestUser) => {
  const { room, callers } = context;
  const update = env.DB.prepare("UPDATE members SET invited_by = ? WHERE room_id = ? AND user_id = ?");
  await update.bind(inviter.person.id, room.id, callers.invitee.person.id).run();
  return withInvitee(context);
};

/** Stores a message of a person, whatever their role is now. Slow mode and mutes of other rows do not matter. */
export async function seedChatMessage(room: SeededRoom, { person }: TestUser): Promise<number> {
  const sender = { person, userId: person.id, effectiveRole: "owner" } as const;
  const message = { type: "chat-send", id: newId<ChatMessageId>(), text: "Hello", mentions: [], replyTo: null } as const;
  const sent = await roomObject(env, room.id).changeChat(staleMetadata(room.info), sender, message);
  if (!sent.ok) throw new Error(sent.error);
  return sent.value;
}

export async function unmuteInvitee({ room, callers }: CallContext): Promise<void> {
  const lifting = { mute: null, hasRole: true };
  await roomObject(env, room.id).muteInChat(staleMetadata(room.info), callers.invitee.person, lifting);
}

export const createUploadArgs = async (room: SeededRoom, uploader: TestUser) => ({
  uploadId: await seedUpload(room, uploader, { sizeBytes: OWN_FILE_BYTES }),
});
export const createBatchArgs = async (room: SeededRoom, user: TestUser) => ({
  batchId: (await seedImportBatch(room, user, "a batch")).batchId,
});
export const createBeginArgs = async (room: SeededRoom, uploader: TestUser) => ({
  uploadId: await seedUpload(room, uploader, { sizeBytes: OWN_FILE_BYTES, isBegun: false }),
  sha256: hashFile(new Uint8Array(OWN_FILE_BYTES)),
});
export const createCompleteArgs = async (room: SeededRoom, uploader: TestUser) => {
  const file = audioFixture("vorbis.ogg");
  const uploadId = await seedUpload(room, uploader, { sizeBytes: file.length, file });
  return { uploadId, hue: null, analysis: null };
};

type Whose = "own" | "another's";

/** The arguments for a track in a playlist entry of the room; the colleague is the other uploader and the other adder. */
export const createEntryArgs = async ({ room, self, callers }: CallContext, track: Whose, entry: Whose) => {
  const toUser = (whose: Whose) => (whose === "own" ? self : callers.colleague);
  const users = { uploader: toUser(track), adder: toUser(entry) };
  return { roomId: room.id, trackId: await seedTrackInEntry(room, { ...users, file: audioFixture("vorbis.ogg") }) };
};
/** An edition in an own entry, and its original, which the colleague has uploaded. */
export const createEditionArgs = async (context: CallContext, edition: Whose) => {
  const { roomId, trackId } = await createEntryArgs(context, edition, "own");
  return { roomId, trackId, originalId: await seedOriginal(context.room, context.callers.colleague, trackId), expected: {} };
};
export const withLyrics = (args: object) => ({ ...args, text: "First line" });
export const withNewTitle = (args: object) => ({ ...args, changes: { title: "Renamed" } });
