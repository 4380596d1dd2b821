import { env } from "cloudflare:test";
import type { EditId, EntryId, UserId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Caller } from "./caller-kinds.ts";
import type { Callers } from "./callers.ts";
import { type SeededRoom, staleMetadata } from "./seeded-room.ts";
import { readRoomState } from "./stored-room.ts";

type CommandContext = { readonly callers: Callers; readonly room: SeededRoom; readonly caller: Caller };

/** Brings the room into a state that the command changes, and returns the command. */
type PrepareCommand = (context: CommandContext) => Promise<RoomCommand>;

/** The commands of the tables, by name. */
const COMMANDS: Readonly<Record<string, PrepareCommand>> = {
  play: async (context) => {
    await startPlayback(context);
    await runAsOwner(context, { type: "pause" });
    return { type: "play" };
  },
  pause: async (context) => {
    await startPlayback(context);
    return { type: "pause" };
  },
  seek: async (context) => ({ type: "seek", entryId: await startPlayback(context), positionMs: 30_000 }),
  next: async (context) => ({ type: "next", entryId: await startPlayback(context) }),
  previous: async (context) => ({ type: "previous", entryId: await startPlayback(context) }),
  select: async (context) => {
    await startPlayback(context);
    const [entryId = NO_ENTRY] = await findLastEntry(context, "another's");
    return { type: "select", entryId };
  },
  "restore playback": async (context) => {
    const entryId = await startPlayback(context);
    return { type: "restore-playback", revision: await runAsOwner(context, { type: "next", entryId }) };
  },
  "restore playback of another's": async (context) => {
    const entryIds = await findLastEntry(context, "another's");
    await runAsOwner(context, { type: "select", entryId: entryIds[0] ?? NO_ENTRY });
    return { type: "restore-playback", revision: await runAsOwner(context, { type: "remove", entryIds }) };
  },
  "move own": async (context) => moveToTop(await findLastEntry(context, "own")),
  "move another's": async (context) => moveToTop(await findLastEntry(context, "another's")),
  "move own and another's": async (context) => moveToTop(await findBoth(context)),
  "remove own": async (context) => ({ type: "remove", entryIds: await findLastEntry(context, "own") }),
  "remove another's": async (context) => ({ type: "remove", entryIds: await findLastEntry(context, "another's") }),
  "remove own and another's": async (context) => ({ type: "remove", entryIds: await findBoth(context) }),
  "undo own": async (context) => prepareUndo(context, await findLastEntry(context, "own")),
  "undo another's": async (context) => prepareUndo(context, await findLastEntry(context, "another's")),
  repeat: async (context) => {
    await runAsOwner(context, { type: "repeat", repeat: "off" });
    return { type: "repeat", repeat: "all" };
  },
  shuffle: async (context) => {
    await runAsOwner(context, { type: "shuffle", isOn: false });
    return { type: "shuffle", isOn: true };
  },
  crossfade: async (context) => {
    await runAsOwner(context, { type: "crossfade", ms: 0 });
    return { type: "crossfade", ms: 5000 };
  },
  "group volume": async (context) => {
    await runAsOwner(context, { type: "group-volume", volume: 1 });
    return { type: "group-volume", volume: 0.5 };
  },
  "mute room": async (context) => {
    await runAsOwner(context, { type: "mute-room", isOn: false });
    return { type: "mute-room", isOn: true };
  },
  "queue own": async (context) => prepareQueue(context, await findLastEntry(context, "own")),
  "queue another's": async (context) => prepareQueue(context, await findLastEntry(context, "another's")),
  "vote to skip": async (context) => ({ type: "vote-skip", entryId: await startPlayback(context), isFor: true }),
  "vote for queued": async (context) => {
    const entryIds = await findLastEntry(context, "another's");
    await runAsOwner(context, await prepareQueue(context, entryIds));
    return { type: "vote-queue", entryId: entryIds[0] ?? NO_ENTRY, isFor: true };
  },
};
export const COMMAND_NAMES = Object.keys(COMMANDS);

const NO_ENTRY = "" as EntryId;

export async function prepareCommand(name: string, context: CommandContext): Promise<RoomCommand> {
  const prepare = COMMANDS[name];
  if (!prepare) throw new Error(`no such command: ${name}`);
  return prepare(context);
}

/** Plays the second entry from ten seconds on. Returns its id. */
export async function startPlayback(context: CommandContext): Promise<EntryId> {
  const entryId = (await readPlaylist(context))[1]?.id ?? NO_ENTRY;
  await runAsOwner(context, { type: "select", entryId });
  await runAsOwner(context, { type: "seek", entryId, positionMs: 10_000 });
  return entryId;
}

/** Returns the revision after the command. */
export async function runAsOwner(
  { callers, room }: CommandContext,
  command: RoomCommand,
  { userId = callers.owner.person.id, editId }: { readonly userId?: UserId; readonly editId?: EditId } = {},
): Promise<number> {
  const actor = { kind: "person", userId, effectiveRole: "owner" } as const;
  const result = await roomObject(env, room.id).runCommand(staleMetadata(room.info), command, actor, { editId });
  if (!result.ok) throw new Error(result.error);
  return result.value.revision;
}

function moveToTop(entryIds: readonly EntryId[]): RoomCommand {
  return { type: "move", entryIds, afterEntryId: null };
}

async function prepareQueue(context: CommandContext, entryIds: readonly EntryId[]): Promise<RoomCommand> {
  if (entryIds.length > 0) await runAsOwner(context, { type: "queue", entryIds, isNext: false });
  return { type: "queue", entryIds, isNext: true };
}

/** The caller has removed the entries, with a role that permits it. */
async function prepareUndo(context: CommandContext, entryIds: readonly EntryId[]): Promise<RoomCommand> {
  const { callers, caller } = context;
  const editId = newId<EditId>();
  const remover = caller === "guest" ? callers.owner : callers[caller];
  await runAsOwner(context, { type: "remove", entryIds }, { userId: remover.person.id, editId });
  return { type: "undo", editId };
}

/** The last entry of the caller, or of the colleague. A guest has no entries: the colleague's is taken. Empty if there is none. */
async function findLastEntry(context: CommandContext, whose: "own" | "another's"): Promise<readonly EntryId[]> {
  const { callers, caller } = context;
  const adder = whose === "own" && caller !== "guest" ? callers[caller] : callers.colleague;
  const entries = (await readPlaylist(context)).filter(({ addedBy }) => addedBy === adder.person.id);
  return entries.slice(-1).map(({ id }) => id);
}

async function findBoth(context: CommandContext): Promise<readonly EntryId[]> {
  return [...(await findLastEntry(context, "own")), ...(await findLastEntry(context, "another's"))];
}

async function readPlaylist({ room }: CommandContext): Promise<Playlist> {
  return (await readRoomState(room))?.state.playlist ?? [];
}
