import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { EntryId, RoomId } from "#app/domain/ids.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import type { OwnVotes } from "#app/protocol/room-messages.ts";
import { type Client, registerUser } from "./client.ts";
import { joinRoom, type RoomDevice } from "./room-socket.ts";
import { createRoomWithTracks } from "./tracks.ts";

export type RoomUser = Awaited<ReturnType<typeof registerUser>> & { readonly device: RoomDevice };

/** A new member of a room, with a device in it. */
export async function joinAsMember(
  owner: Client,
  id: RoomId,
  { name, role }: { name: string; role: GrantableRole },
): Promise<RoomUser> {
  const user = await registerUser(name);
  await owner.call("members.add", { id, username: user.username, role });
  return { ...user, device: await joinRoom(user, id) };
}

/** A room that plays its first track, with a device of its owner and one of each participant. */
export async function createVotingRoom(names: readonly string[]) {
  const { owner, id } = await createRoomWithTracks({ tracks: 4, durationMs: 600_000 });
  const ownerDevice = await joinRoom(owner, id);
  const users: RoomUser[] = [];
  for (const name of names) users.push(await joinAsMember(owner, id, { name, role: "participant" }));
  await ownerDevice.command({ type: "play" });
  return { owner, id, ownerDevice, users, entryId: currentOf(ownerDevice) };
}

export function currentOf(device: RoomDevice): EntryId {
  const entryId = currentEntryId(device.state().playback);
  if (!entryId) throw new Error("the room is idle");
  return entryId;
}

/** Waits until this number of votes, of those needed, is announced; null: no vote is needed. */
export async function skipVotesBecome(
  device: RoomDevice,
  expected: readonly [votes: number, needed: number] | null,
): Promise<void> {
  for (;;) {
    const { vote } = await device.next("skip-vote");
    if (expected === null ? vote === null : vote?.votes === expected[0] && vote.needed === expected[1]) return;
  }
}

/** Waits until the device receives these votes of its person. */
export async function ownVotesBecome(device: RoomDevice, isExpected: (votes: OwnVotes) => boolean): Promise<void> {
  while (!isExpected((await device.next("own-votes")).votes));
}

/** Waits until another entry is the current one. */
export async function leaves(device: RoomDevice, entryId: EntryId): Promise<void> {
  while (currentOf(device) === entryId) await device.next("events");
}
