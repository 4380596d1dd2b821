import { expect, it } from "vitest";
import { registerUser } from "#tests/workers/support/client.ts";

/** A room with its owner, and a person who has a role in it if one is given. */
async function createRoom(role: "participant" | "editor" | null) {
  const [owner, person] = [await registerUser("Olga"), await registerUser("Pavel")];
  const { id } = await owner.call("rooms.create", { name: "Roles" });
  const { userId } = await owner.call("members.add", { id, username: person.username, role: role ?? "viewer" });
  if (!role) await owner.call("members.remove", { id, userId });
  const findRole = async () =>
    (await owner.call("members.list", { id })).members.find((member) => member.person.id === userId)?.role ?? null;
  return { owner, person, member: { id, userId }, findRole };
}

it("UD1 a role changes only from the expected one", async () => {
  const { owner, member, findRole } = await createRoom("participant");
  await owner.call("members.changeRole", { ...member, role: "editor", expected: "participant" });
  const undo = { ...member, role: "participant", expected: "editor" } as const;
  await owner.call("members.changeRole", { ...member, role: "viewer" });
  expect(await owner.refusal("members.changeRole", undo)).toBe("changed-since");
  expect(await findRole()).toBe("viewer");
});

it("UD1 a change and a removal answer with the role that the person had, which the caller may not know yet", async () => {
  const { owner, member } = await createRoom("participant");
  expect(await owner.call("members.changeRole", { ...member, role: "editor" })).toEqual({ former: "participant" });
  expect(await owner.call("members.changeRole", { ...member, role: "viewer" })).toEqual({ former: "editor" });
  expect(await owner.call("members.remove", member)).toEqual({ former: "viewer" });
});

it("UD1 of two undos of the same role that arrive together only one takes effect", async () => {
  const { owner, member, findRole } = await createRoom("editor");
  const roles = ["participant", "viewer"] as const;
  const refusals = await Promise.all(
    roles.map((role) => owner.refusal("members.changeRole", { ...member, role, expected: "editor" })),
  );
  expect(refusals.toSorted()).toEqual(["changed-since", undefined]);
  expect(await findRole()).toBe(roles[refusals.indexOf(undefined)]);
});

it("UD1 a person is removed only with the expected role", async () => {
  const { owner, member, findRole } = await createRoom("participant");
  await owner.call("members.changeRole", { ...member, role: "editor" });
  expect(await owner.refusal("members.remove", { ...member, expected: "participant" })).toBe("changed-since");
  await owner.call("members.remove", { ...member, expected: "editor" });
  expect(await findRole()).toBeNull();
});

it("UD1 a removed person returns with the former role, unless something has happened since", async () => {
  const { owner, person, member, findRole } = await createRoom(null);
  const undo = { ...member, role: "editor", expected: null } as const;
  await owner.call("members.add", undo);
  expect(await findRole()).toBe("editor");
  await owner.call("members.remove", member);
  await person.call("access.request", { id: member.id });
  expect(await owner.refusal("members.add", undo)).toBe("changed-since");
  await owner.call("access.approve", { ...member, role: "viewer" });
  expect(await owner.refusal("members.add", undo)).toBe("changed-since");
  expect(await findRole()).toBe("viewer");
});

it("UD2 the undo of a role or of a removal can be sent again", async () => {
  const { owner, member, findRole } = await createRoom("participant");
  const undoRole = { ...member, role: "participant", expected: "editor" } as const;
  await owner.call("members.changeRole", { ...member, role: "editor" });
  for (let i = 0; i < 2; i++) await owner.call("members.changeRole", undoRole);
  expect(await findRole()).toBe("participant");
  await owner.call("members.remove", member);
  for (let i = 0; i < 2; i++) await owner.call("members.add", { ...member, role: "participant", expected: null });
  expect(await findRole()).toBe("participant");
});

it("UD1 an undo needs the rights to the edit", async () => {
  const { owner, person, member } = await createRoom("participant");
  const other = await registerUser("Vera");
  const { userId } = await owner.call("members.add", { id: member.id, username: other.username, role: "editor" });
  const args = { id: member.id, userId };
  expect(await person.refusal("members.changeRole", { ...args, role: "viewer", expected: "editor" })).toBe("forbidden");
  expect(await person.refusal("members.remove", { ...args, expected: "editor" })).toBe("member-not-invited-by-you");
  expect(await person.refusal("members.add", { ...args, role: "admin", expected: null })).toBe("forbidden");
  expect(await person.refusal("rooms.update", { id: member.id, name: "Mine", expected: { name: "Roles" } })).toBe("forbidden");
});
