import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { sweep } from "#workers/jobs/sweep.ts";

type Member = Awaited<ReturnType<typeof registerUser>>;

const DAY_MS = 24 * 3_600_000;

async function newRoom(): Promise<{ readonly mira: Member; readonly id: RoomId; readonly url: string }> {
  const mira = await registerUser("Mira");
  const { id, room_url: url } = await mira.call("rooms.create", { name: "Kitchen" });
  return { mira, id, url };
}

function makeLink(maker: Client, id: string, { role = "editor", uses = 5 }: { role?: GrantableRole; uses?: number } = {}) {
  return maker.call("invites.create", { id, role, expiresInMs: DAY_MS, uses });
}

const roleIn = async (client: Client, id: string) => (await client.call("rooms.get", { id })).role;

/** A member who has accepted an invite of the owner. */
async function newGuestOf(mira: Client, id: RoomId, role: GrantableRole): Promise<Member> {
  const guest = await registerUser("Lev");
  const { code } = await makeLink(mira, id, { role, uses: 1 });
  await guest.call("invites.accept", { code });
  return guest;
}

describe("an invite", () => {
  it("shows its room, also to a guest, and gives its role to those who accept it", async () => {
    const { mira, id, url } = await newRoom();
    const lev = await registerUser("Lev");
    const { code } = await makeLink(mira, id);
    const looked = await createClient().call("invites.get", { code });
    expect(looked).toEqual({
      room: { _id: id, name: "Kitchen", room_url: url },
      role: "editor",
      inviter: { id: await readUserId(mira), name: "Mira", avatar: expect.stringMatching(/^#/) },
      isMember: false,
    });
    expect(await createClient().refusal("invites.accept", { code })).toBe("login-required");
    expect(await lev.call("invites.accept", { code })).toEqual({ room_url: url });
    expect(await roleIn(lev, id)).toBe("editor");
    expect((await lev.call("invites.get", { code })).isMember).toBe(true);
    const { members } = await mira.call("members.list", { id });
    expect(members.find(({ person }) => person.name === "Lev")?.invitedBy?.name).toBe("Mira");
  });

  it("admits exactly as many simultaneous people as it has uses", async () => {
    const { mira, id } = await newRoom();
    const { code } = await makeLink(mira, id, { uses: 3 });
    const people = await Promise.all(Array.from({ length: 8 }, () => registerUser()));
    const answers = await Promise.all(people.map((person) => person.refusal("invites.accept", { code })));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(3);
    expect(answers.filter((answer) => answer === "invite-not-found")).toHaveLength(5);
    const { members } = await mira.call("members.list", { id });
    expect(members).toHaveLength(4);
    expect((await mira.call("invites.list", { id })).invites).toEqual([]);
  });

  it("keeps a member's role and counts no use", async () => {
    const { mira, id, url } = await newRoom();
    const lev = await newGuestOf(mira, id, "viewer");
    const { code } = await makeLink(mira, id, { uses: 1 });
    for (const member of [mira, lev]) expect(await member.call("invites.accept", { code })).toEqual({ room_url: url });
    expect(await roleIn(mira, id)).toBe("owner");
    expect(await roleIn(lev, id)).toBe("viewer");
    expect((await mira.call("invites.list", { id })).invites).toMatchObject([{ code, usesLeft: 1 }]);
  });

  it("is refused if it is expired, revoked or used up", async () => {
    const { mira, id } = await newRoom();
    const lev = await registerUser();
    const last = await registerUser();
    const [over, revoked, usedUp] = await Promise.all([
      makeLink(mira, id),
      makeLink(mira, id),
      makeLink(mira, id, { uses: 1 }),
    ]);
    await env.DB.prepare("UPDATE invites SET expires_at_ms = ? WHERE id = ?").bind(Date.now(), over.id).run();
    await mira.call("invites.revoke", { id, inviteId: revoked.id });
    await last.call("invites.accept", { code: usedUp.code });
    for (const { code } of [over, revoked, usedUp]) {
      expect(await createClient().refusal("invites.get", { code })).toBe("invite-not-found");
      expect(await lev.refusal("invites.accept", { code })).toBe("invite-not-found");
    }
    expect(await roleIn(lev, id)).toBeNull();
    expect((await mira.call("invites.list", { id })).invites).toEqual([]);
    expect(await mira.refusal("invites.revoke", { id, inviteId: over.id })).toBe("invite-not-found");
    await sweep(env, Date.now());
    expect(await last.call("invites.get", { code: usedUp.code })).toMatchObject({ isMember: true });
    expect(await mira.refusal("invites.get", { code: over.code })).toBe("invite-not-found");
  });

  it("is refused if its code is forged or altered", async () => {
    const { mira, id } = await newRoom();
    const [one, other] = await Promise.all([makeLink(mira, id), makeLink(mira, id)]);
    const signature = one.code.split(".")[1] ?? "";
    expect(Buffer.from(signature, "base64url").length * 8).toBe(128);
    const first = signature.startsWith("A") ? "B" : "A";
    const forged = [one.id, `${one.id}.`, `${other.id}.${signature}`, `${one.id}.${first}${signature.slice(1)}`, ".", "x"];
    for (const code of forged) expect(await createClient().refusal("invites.get", { code })).toBe("invite-not-found");
    expect(await createClient().refusal("invites.get", { code: "" })).toBe("invalid-arguments");
    expect(await createClient().refusal("invites.get", { code: "x".repeat(101) })).toBe("invalid-arguments");
  });

  it("gives no role that its creator may no longer give", async () => {
    const { mira, id } = await newRoom();
    const lev = await newGuestOf(mira, id, "admin");
    const userId = await readUserId(lev);
    const [asAdmin, asEditor] = [await makeLink(lev, id, { role: "admin" }), await makeLink(lev, id)];
    await mira.call("members.changeRole", { id, userId, role: "editor" });
    const outsider = await registerUser();
    expect(await outsider.refusal("invites.accept", { code: asAdmin.code })).toBe("invite-not-found");
    expect(await outsider.refusal("invites.get", { code: asEditor.code })).toBeUndefined();
    await mira.call("members.remove", { id, userId });
    for (const { code } of [asAdmin, asEditor]) {
      expect(await outsider.refusal("invites.get", { code })).toBe("invite-not-found");
      expect(await outsider.refusal("invites.accept", { code })).toBe("invite-not-found");
    }
    expect(await roleIn(outsider, id)).toBeNull();
  });

  it("stays invalid when its creator was removed and is added again", async () => {
    const { mira, id } = await newRoom();
    const lev = await newGuestOf(mira, id, "admin");
    const { code } = await makeLink(lev, id);
    await mira.call("members.remove", { id, userId: await readUserId(lev) });
    await mira.call("members.add", { id, username: lev.username, role: "admin" });
    const outsider = await registerUser();
    expect(await outsider.refusal("invites.get", { code })).toBe("invite-not-found");
    expect(await outsider.refusal("invites.accept", { code })).toBe("invite-not-found");
    expect((await lev.call("invites.list", { id })).invites).toEqual([]);
  });

  it("MB1 invites give no role above the creator's; viewers and people outside the room create none", async () => {
    const { mira, id } = await newRoom();
    const lev = await newGuestOf(mira, id, "participant");
    const link = { id, expiresInMs: DAY_MS, uses: 1 };
    for (const role of ["admin", "editor"]) {
      expect(await lev.refusal("invites.create", { ...link, role })).toBe("forbidden");
    }
    expect((await makeLink(lev, id, { role: "participant" })).role).toBe("participant");
    const viewer = await newGuestOf(mira, id, "viewer");
    for (const member of [viewer, await registerUser()]) {
      expect(await member.refusal("invites.create", { ...link, role: "viewer" })).toBe("forbidden");
      expect(await member.refusal("invites.list", { id })).toBe("forbidden");
    }
    expect(await createClient().refusal("invites.create", { ...link, role: "viewer" })).toBe("login-required");
    for (const wrong of [{ role: "owner" }, { uses: 0 }, { uses: accessLimits.inviteUsesMax + 1 }, { expiresInMs: 60_000 }]) {
      expect(await mira.refusal("invites.create", { ...link, role: "viewer", ...wrong })).toBe("invalid-arguments");
    }
  });

  it("is visible to and revocable by its creator and those who manage members", async () => {
    const { mira, id } = await newRoom();
    const [lev, admin] = [await newGuestOf(mira, id, "participant"), await newGuestOf(mira, id, "admin")];
    const [hers, his] = [await makeLink(mira, id), await makeLink(lev, id, { role: "viewer" })];
    const codes = async (who: Client) => (await who.call("invites.list", { id })).invites.map(({ code }) => code);
    expect(await codes(lev)).toEqual([his.code]);
    expect(new Set(await codes(admin))).toEqual(new Set([hers.code, his.code]));
    expect(await lev.refusal("invites.revoke", { id, inviteId: hers.id })).toBe("forbidden");
    await admin.call("invites.revoke", { id, inviteId: his.id });
    expect(await codes(lev)).toEqual([]);
    const elsewhere = await lev.call("rooms.create", { name: "Elsewhere" });
    expect(await lev.refusal("invites.revoke", { id: elsewhere.id, inviteId: hers.id })).toBe("invite-not-found");
  });

  it("admits to a hidden room, and to a room with a password", async () => {
    const { mira, id } = await newRoom();
    await mira.call("rooms.update", { id, visibility: "hidden", password: "sesame" });
    const lev = await registerUser();
    expect(await lev.refusal("rooms.getState", { id })).toBe("room-password-required");
    const { code } = await makeLink(mira, id);
    expect((await createClient().call("invites.get", { code })).room.name).toBe("Kitchen");
    await lev.call("invites.accept", { code });
    expect((await lev.call("rooms.getState", { id })).state.info.name).toBe("Kitchen");
  });

  it("admits a person whose access request is pending or was rejected", async () => {
    const { mira, id } = await newRoom();
    const [lev, rejected] = [await registerUser("Lev"), await registerUser("Oda")];
    for (const asker of [lev, rejected]) await asker.call("access.request", { id });
    await mira.call("access.reject", { id, userId: await readUserId(rejected) });
    const { code } = await makeLink(mira, id, { role: "participant" });
    for (const asker of [lev, rejected]) {
      await asker.call("invites.accept", { code });
      expect(await roleIn(asker, id)).toBe("participant");
    }
  });

  it("is limited to fifty valid ones per room", async () => {
    const { mira, id } = await newRoom();
    const [first] = await Promise.all(Array.from({ length: accessLimits.invitesPerRoom }, () => makeLink(mira, id)));
    const more = { id, role: "viewer", expiresInMs: DAY_MS, uses: 1 };
    expect(await mira.refusal("invites.create", more)).toBe("too-many-invites");
    if (first) await mira.call("invites.revoke", { id, inviteId: first.id });
    expect(await mira.refusal("invites.create", more)).toBeUndefined();
  });
});
