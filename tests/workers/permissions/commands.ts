import { env } from "cloudflare:test";
import type { EntryId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Callers } from "./callers.ts";
import type { Caller } from "./expected.ts";
import { type SeededRoom, staleMetadata, stateOf } from "./seeded-room.ts";

type Ask = { readonly cast: Callers; readonly room: SeededRoom; readonly caller: Caller };

/** What a room can be asked for, each from a state in which it makes a difference. */
const COMMANDS: Readonly<Record<string, (ask: Ask) => Promise<RoomCommand>>> = {
  play: async (ask) => {
    await playing(ask);
    await asOwner(ask, { type: "pause" });
    return { type: "play" };
  },
  pause: async (ask) => {
    await playing(ask);
    return { type: "pause" };
  },
  seek: async (ask) => ({ type: "seek", entryId: await playing(ask), positionMs: 30_000 }),
  next: async (ask) => ({ type: "next", entryId: await playing(ask) }),
  previous: async (ask) => ({ type: "previous", entryId: await playing(ask) }),
  select: async (ask) => {
    await playing(ask);
    return { type: "select", entryId: (await entries(ask, "another's")).at(-1) ?? NONE };
  },
  "move own": async (ask) => ({ type: "move", entryIds: (await entries(ask, "own")).slice(-1), afterEntryId: null }),
  "move another's": async (ask) => ({
    type: "move",
    entryIds: (await entries(ask, "another's")).slice(-1),
    afterEntryId: null,
  }),
  "move own and another's": async (ask) => ({ type: "move", entryIds: await both(ask), afterEntryId: null }),
  "remove own": async (ask) => ({ type: "remove", entryIds: (await entries(ask, "own")).slice(-1) }),
  "remove another's": async (ask) => ({ type: "remove", entryIds: (await entries(ask, "another's")).slice(-1) }),
  "restore own": async (ask) => toRestore(ask, (await entries(ask, "own")).slice(-1)),
  "restore another's": async (ask) => toRestore(ask, (await entries(ask, "another's")).slice(-1)),
  repeat: async (ask) => {
    await asOwner(ask, { type: "repeat", repeat: "off" });
    return { type: "repeat", repeat: "all" };
  },
  shuffle: async (ask) => {
    await asOwner(ask, { type: "shuffle", isOn: false });
    return { type: "shuffle", isOn: true };
  },
  "queue own": async (ask) => toQueue(ask, (await entries(ask, "own")).slice(-1)),
  "queue another's": async (ask) => toQueue(ask, (await entries(ask, "another's")).slice(-1)),
  "remove own and another's": async (ask) => ({ type: "remove", entryIds: await both(ask) }),
};
export type CommandName = string;
export const COMMAND_NAMES = Object.keys(COMMANDS);

const NONE = "" as EntryId;

export async function commandFor(name: CommandName, ask: Ask): Promise<RoomCommand> {
  const make = COMMANDS[name];
  if (!make) throw new Error(`no such command: ${name}`);
  return make(ask);
}

/** Plays the second entry, some seconds in; says which it is. */
async function playing(ask: Ask): Promise<EntryId> {
  const entryId = (await playlistOf(ask))[1]?.id ?? NONE;
  await asOwner(ask, { type: "select", entryId });
  await asOwner(ask, { type: "seek", entryId, positionMs: 10_000 });
  return entryId;
}

async function asOwner({ cast, room }: Ask, command: RoomCommand): Promise<void> {
  const actor = { kind: "person", userId: cast.owner.person.id, effectiveRole: "owner" } as const;
  const done = await roomObject(env, room.id).command(staleMetadata(room.info), command, actor);
  if (!done.ok) throw new Error(done.error);
}

async function both(ask: Ask): Promise<readonly EntryId[]> {
  return [...(await entries(ask, "own")).slice(-1), ...(await entries(ask, "another's")).slice(-1)];
}

async function toQueue(ask: Ask, entryIds: readonly EntryId[]): Promise<RoomCommand> {
  if (entryIds.length > 0) await asOwner(ask, { type: "queue", entryIds, isNext: false });
  return { type: "queue", entryIds, isNext: true };
}

async function toRestore(ask: Ask, entryIds: readonly EntryId[]): Promise<RoomCommand> {
  if (entryIds.length > 0) await asOwner(ask, { type: "remove", entryIds });
  return { type: "restore", what: "removal", entryIds };
}

/** Those of the caller, or of the colleague; a guest has none. */
async function entries(ask: Ask, whose: "own" | "another's"): Promise<readonly EntryId[]> {
  const { cast, caller } = ask;
  const adder = whose === "own" && caller !== "guest" ? cast[caller] : cast.colleague;
  return (await playlistOf(ask)).filter(({ addedBy }) => addedBy === adder.person.id).map(({ id }) => id);
}

async function playlistOf({ room }: Ask): Promise<Playlist> {
  return (await stateOf(room))?.state.playlist ?? [];
}
