import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { listTargetRooms } from "#db/queries/target-rooms.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";

type User = Awaited<ReturnType<typeof registerUser>>;

const listTargets = async (user: Client) => (await user.call("rooms.listTargets", {})).rooms;
const toNames = (rooms: readonly { readonly name: string }[]) => rooms.map(({ name }) => name);

async function createRoom(owner: User, name: string, settings: object = {}): Promise<RoomId> {
  const { id } = await owner.call("rooms.create", { name });
  if (Object.keys(settings).length > 0) await owner.call("rooms.update", { id, ...settings });
  return id;
}

/** Creates a room of the owner in which the member has the role. */
async function createRoomWithMember(
  owner: User,
  name: string,
  { member, role, ...settings }: { readonly member: User; readonly role: GrantableRole; readonly guestsMayAdd?: boolean },
): Promise<RoomId> {
  const id = await createRoom(owner, name, settings);
  await owner.call("members.add", { id, username: member.username, role });
  return id;
}

async function markFavorite(user: User, roomId: RoomId): Promise<void> {
  await user.call("rooms.toggleFavorite", { roomId, userId: await readUserId(user), isFavorite: true });
}

it("RM7 the target rooms are those whose members' role or whose opening permits to add tracks", async () => {
  const [mira, leo] = [await registerUser("Mira"), await registerUser("Leo")];
  await createRoom(mira, "Not his");
  await createRoomWithMember(mira, "Viewer", { member: leo, role: "viewer" });
  const id = await createRoomWithMember(mira, "Participant", { member: leo, role: "participant" });
  const open = await createRoomWithMember(mira, "Open viewer", { member: leo, role: "viewer", guestsMayAdd: true });
  await createRoom(leo, "His own");
  const targets = await listTargets(leo);
  expect(new Set(toNames(targets))).toEqual(new Set(["Participant", "Open viewer", "His own"]));
  const { room_url: url } = await leo.call("rooms.get", { id });
  expect(targets).toContainEqual({ id, url, name: "Participant" });
  await mira.call("rooms.update", { id: open, guestsMayAdd: false, guestsMayControl: true });
  expect(toNames(await listTargets(leo))).not.toContain("Open viewer");
});

it("RM7 a favorite is a target room if it is open for adding, public and without a password", async () => {
  const [mira, leo] = [await registerUser("Mira"), await registerUser("Leo")];
  const open = { guestsMayAdd: true };
  await createRoom(mira, "Open, no favorite", open);
  await markFavorite(leo, await createRoom(mira, "Open", open));
  await markFavorite(leo, await createRoom(mira, "Closed"));
  await markFavorite(leo, await createRoom(mira, "Hidden", { ...open, visibility: "hidden" }));
  await markFavorite(leo, await createRoom(mira, "Locked", { ...open, password: "sesame" }));
  const requested = await createRoom(mira, "Requested", open);
  await leo.call("access.request", { id: requested });
  expect(toNames(await listTargets(leo))).toEqual(["Open"]);
  await markFavorite(leo, requested);
  expect(new Set(toNames(await listTargets(leo)))).toEqual(new Set(["Open", "Requested"]));
});

it("the target rooms include those of a member that are hidden or have a password, and none that was deleted", async () => {
  const mira = await registerUser("Mira");
  await createRoom(mira, "Hidden", { visibility: "hidden" });
  await createRoom(mira, "Locked", { password: "sesame" });
  const id = await createRoom(mira, "Deleted");
  await markFavorite(mira, id);
  await mira.call("rooms.remove", { id });
  expect(new Set(toNames(await listTargets(mira)))).toEqual(new Set(["Hidden", "Locked"]));
});

it("the target rooms with people in them come first, then the newest, and other rooms do not count towards the limit", async () => {
  const [mira, leo] = [await registerUser("Mira"), await registerUser("Leo")];
  const setRow = (id: RoomId, activeUsers: number, createdAtMs: number) =>
    env.DB.prepare("UPDATE rooms SET active_users = ?, created_at_ms = ? WHERE id = ?")
      .bind(activeUsers, createdAtMs, id)
      .run();
  await setRow(await createRoomWithMember(mira, "Full, viewer", { member: leo, role: "viewer" }), 9, 5000);
  await setRow(await createRoom(leo, "Empty, old"), 0, 1000);
  await setRow(await createRoom(leo, "Empty, new"), 0, 3000);
  await setRow(await createRoom(leo, "Full"), 2, 500);
  expect(toNames(await listTargets(leo))).toEqual(["Full", "Empty, new", "Empty, old"]);
  expect(toNames(await listTargetRooms(createDb(env.DB), await readUserId(leo), 2))).toEqual(["Full", "Empty, new"]);
});

it("the target rooms are listed for signed-in people only", async () => {
  expect(await createClient().refusal("rooms.listTargets", {})).toBe("login-required");
});
