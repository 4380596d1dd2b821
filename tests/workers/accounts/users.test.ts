import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { HttpFailure, SessionResponse } from "#app/protocol/http.ts";
import { createDb } from "#db/client.ts";
import { updateProfile } from "#db/queries/profile.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { addMember, uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { unsealMail } from "#workers/mail/seal-mail.ts";

type Member = Awaited<ReturnType<typeof registerUser>>;

const PASSWORD = "correct horse";
const UNKNOWN_ID = "aaaaaaaaaaaaaaaa" as UserId;

const accountOf = (member: Member) => member.call("users.getCurrentUser", { email: emailOf(member) });
const emailOf = ({ username }: Member) => `${username}@example.org`;
const idOf = async (member: Member) => (await accountOf(member))._id;

async function newRoomOf(owner: Client): Promise<RoomId> {
  return (await owner.call("rooms.create", { name: "Kitchen" })).id;
}

async function row(id: UserId) {
  return env.DB.prepare("SELECT * FROM users WHERE id = ?").bind(id).first<Record<string, unknown>>();
}

/** The mails that were sent to an address. */
async function lettersTo(address: string) {
  const { results } = await env.DB.prepare("SELECT sealed FROM mails").all<{ sealed: string }>();
  return results.flatMap(({ sealed }) => unsealMail(env, sealed) ?? []).filter(({ to }) => to === address);
}

describe("an account", () => {
  it("is returned to its owner, without internal fields", async () => {
    const mira = await registerUser();
    const account = await accountOf(mira);
    expect(account).toEqual({
      _id: expect.stringMatching(/^[a-z2-7]{16}$/),
      name: "Mira",
      username: mira.username,
      email: emailOf(mira),
      avatar: expect.stringMatching(/^#[0-9a-f]{6}$/),
      super_admin: false,
      google_id: null,
      github_id: null,
      spotify_id: null,
      hasPassword: true,
      isSessionRecent: true,
      isEmailShown: false,
      isListeningShown: false,
      createdAt: expect.any(Number),
    });
    await env.DB.prepare(
      "INSERT INTO linked_accounts (provider, provider_user_id, user_id, created_at_ms) VALUES ('github', '4711', ?, 1)",
    )
      .bind(account._id)
      .run();
    expect(await accountOf(mira)).toMatchObject({ google_id: null, github_id: "4711", spotify_id: null });
    expect(JSON.stringify(await accountOf(mira))).not.toContain("scrypt");
  });

  it("is refused to others", async () => {
    const [mira, ivan] = [await registerUser(), await registerUser("Иван")];
    expect(await ivan.refusal("users.getCurrentUser", { email: emailOf(mira) })).toBe("forbidden");
    expect(await ivan.refusal("users.getCurrentUser", { email: "unknown@example.org" })).toBe("forbidden");
    expect(await createClient().refusal("users.getCurrentUser", { email: emailOf(mira) })).toBe("login-required");
    expect((await ivan.call("users.getCurrentUser", { email: emailOf(ivan).toUpperCase() })).name).toBe("Иван");
  });

  it("shows others the name and avatar, and the email only if its owner allows that", async () => {
    const [mira, ivan] = [await registerUser(), await registerUser()];
    const id = await idOf(mira);
    const seen = await ivan.call("users.getById", { id });
    expect(Object.keys(seen).sort()).toEqual(["_id", "avatar", "email", "name", "username"]);
    expect(seen).toMatchObject({ name: "Mira", email: null });
    expect((await mira.call("users.getById", { id })).email).toBe(emailOf(mira));
    await mira.call("users.updateUserProfile", { id, isEmailShown: true });
    expect((await ivan.call("users.getById", { id })).email).toBe(emailOf(mira));
    expect(await createClient().refusal("users.getById", { id })).toBe("login-required");
  });

  it("is not found if it is deleted or never existed", async () => {
    const [mira, ivan] = [await registerUser(), await registerUser()];
    const id = await idOf(mira);
    await env.DB.prepare("UPDATE users SET deleted_at_ms = 1 WHERE id = ?").bind(id).run();
    expect(await ivan.refusal("users.getById", { id })).toBe("user-not-found");
    expect(await ivan.refusal("users.getById", { id: UNKNOWN_ID })).toBe("user-not-found");
    expect(await ivan.refusal("users.getById", { id: "' OR 1=1 --" })).toBe("invalid-arguments");
  });
});

describe("a profile", () => {
  it("changes only the given fields, normalized", async () => {
    const mira = await registerUser();
    const before = await accountOf(mira);
    const id = before._id;
    const renamed = await mira.call("users.updateUserProfile", { id, name: "  Mira   Sol " });
    expect(renamed).toEqual({ ...before, name: "Mira Sol" });
    const all = { name: "М", username: "М_1", email: ` new-${mira.username}@example.org `, isEmailShown: true };
    const changed = await mira.call("users.updateUserProfile", { id, ...all, currentPassword: PASSWORD });
    expect(changed).toEqual({ ...before, ...all, email: all.email.trim() });
    expect(await row(id)).toMatchObject({ username_key: "м_1", email_key: all.email.trim(), is_email_shown: 1 });
    expect(await mira.call("users.updateUserProfile", { id })).toMatchObject({ name: "М" });
  });

  it("can be changed only by its owner", async () => {
    const [mira, ivan] = [await registerUser(), await registerUser()];
    const id = await idOf(mira);
    for (const other of [id, UNKNOWN_ID]) {
      expect(await ivan.refusal("users.updateUserProfile", { id: other, name: "Eve" })).toBe("forbidden");
    }
    expect(await createClient().refusal("users.updateUserProfile", { id, name: "Eve" })).toBe("login-required");
    expect(await row(id)).toMatchObject({ name: "Mira" });
  });

  it("refuses invalid names and then changes nothing", async () => {
    const mira = await registerUser();
    const id = await idOf(mira);
    const refused = (given: object) => mira.refusal("users.updateUserProfile", { id, ...given });
    expect(await refused({ name: " " })).toBe("field-required");
    expect(await refused({ name: "x".repeat(21) })).toBe("name-too-long");
    expect(await refused({ name: "Eve", username: "a b" })).toBe("profile-username-invalid");
    expect(await refused({ name: "Eve", username: "x".repeat(31) })).toBe("profile-username-invalid");
    expect(await refused({ name: "Eve", email: "eve" })).toBe("email-invalid");
    for (const given of [{ superAdmin: true }, { passwordHash: "x" }, { avatar: "#000000" }, { name: 1 }, { name: null }]) {
      expect(await refused(given)).toBe("invalid-arguments");
    }
    expect(await row(id)).toMatchObject({ name: "Mira", super_admin: 0 });
    expect((await mira.call("users.updateUserProfile", { id, username: "x".repeat(30) })).username).toHaveLength(30);
  });

  it("refuses taken names, in any script and letter case, and then changes nothing", async () => {
    const [mira, ivan] = [await registerUser(), await registerUser()];
    const id = await idOf(mira);
    const taken = { name: "Eve", username: ivan.username.toUpperCase() };
    expect(await mira.refusal("users.updateUserProfile", { id, ...taken })).toBe("username-taken");
    const email = { email: emailOf(ivan).toUpperCase(), currentPassword: PASSWORD };
    expect(await mira.refusal("users.updateUserProfile", { id, ...email })).toBe("email-taken");
    expect(await mira.refusal("users.updateUserProfile", { id, ...taken, ...email })).toBe("email-taken");
    expect(await row(id)).toMatchObject({ name: "Mira", username: mira.username, email: emailOf(mira) });
    expect(await lettersTo(emailOf(mira))).toEqual([]);
    const louder = mira.username.toUpperCase();
    expect((await mira.call("users.updateUserProfile", { id, username: louder })).username).toBe(louder);
  });

  it("gives a name to one of two simultaneous requests", async () => {
    const members = await Promise.all([registerUser(), registerUser(), registerUser()]);
    const ids = await Promise.all(members.map(idOf));
    const wanted = ["Same_One", "same_one", "SAME_ONE"];
    const outcomes = await Promise.all(
      members.map((member, i) => member.refusal("users.updateUserProfile", { id: ids[i], username: wanted[i] })),
    );
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "username-taken")).toHaveLength(2);
  });
});

describe("a new name", () => {
  it("is shown at once in a room, for tracks, members and the owner", async () => {
    const owner = await registerUser("Old");
    const ownerId = await idOf(owner);
    const id = await newRoomOf(owner);
    await uploadTrack(owner, id);
    const guest = await joinRoom(createClient(), id);
    const device = await joinRoom(owner, id);
    await guest.personWithDevices("Old", 1);
    await owner.call("users.updateUserProfile", { id: ownerId, name: "New" });
    await guest.next("members-changed");
    expect((await guest.personWithDevices("New", 1)).person.id).toBe(ownerId);
    expect(guest.state().info.owner.name).toBe("New");
    expect(guest.state().people[ownerId]?.name).toBe("New");
    // people who join later do not see the old name either
    device.send({ type: "request-snapshot" });
    const { present, state } = await device.next("snapshot");
    expect(present[0]?.person.name).toBe("New");
    expect(state.info.owner.name).toBe("New");
    for (const { socket } of [guest, device]) socket.close(1000);
  });

  it("reaches a hibernating room and the room lists", async () => {
    const owner = await registerUser("Old");
    const id = await newRoomOf(owner);
    const client = await addMember(owner, id, "participant");
    await uploadTrack(client, id);
    const visitorId = await idOf(client);
    await client.call("users.updateUserProfile", { id: visitorId, name: "Newer" });
    await owner.call("users.updateUserProfile", { id: await idOf(owner), name: "Zephyrine" });
    await expect.poll(async () => (await owner.call("rooms.getState", { id })).state.people[visitorId]?.name).toBe("Newer");
    const found = () => createClient().call("rooms.getPublicRoomsWithAuthors", { search: "zephyrine" });
    await expect.poll(async () => (await found()).rooms.map((room) => room._id)).toEqual([id]);
  });

  it("keeps a room searchable if its publication was interrupted", async () => {
    const owner = await registerUser("Old");
    const id = await newRoomOf(owner);
    const userId = await idOf(owner);
    const readSearchKey = async () =>
      (await env.DB.prepare("SELECT search_key FROM rooms WHERE id = ?").bind(id).first<{ search_key: string }>())?.search_key;
    await updateProfile(createDb(env.DB), userId, {
      ...{ edit: { name: "Brunhilde" }, expected: { email: emailOf(owner), passwordHash: null } },
      ...{ notice: null, nowMs: Date.now() },
    });
    await sweep(env, Date.now());
    expect(await readSearchKey()).toBe("kitchen\n\nbrunhilde");
  });
});

describe("the update of a session", () => {
  const update = async (client: Client, body: object) => {
    const response = await client.post("/api/auth/update-session", body);
    return { status: response.status, ...(await response.json<SessionResponse & Partial<HttpFailure>>()) };
  };
  const loadUser = async (client: Client) => (await (await client.fetch("/api/_auth/session")).json<SessionResponse>()).user;

  it("changes the given fields of the account", async () => {
    const mira = await registerUser();
    const username = `${mira.username}_2`;
    const updated = await update(mira, { name: "  Mira S ", username });
    expect(updated).toMatchObject({ status: 200, user: { name: "Mira S", username, email: emailOf(mira) } });
    expect(await loadUser(mira)).toEqual(updated.user);
    const email = `second-${emailOf(mira)}`;
    const currentPassword = "correct horse";
    expect(await update(mira, { email, currentPassword })).toMatchObject({ status: 200, user: { name: "Mira S", email } });
  });

  it("refuses invalid fields, a taken username, and a new email without the password", async () => {
    const [mira, other] = [await registerUser(), await registerUser()];
    const before = await loadUser(mira);
    expect(await update(mira, { name: " " })).toMatchObject({ status: 422, code: "field-required" });
    expect(await update(mira, { username: other.username })).toMatchObject({ status: 409, code: "username-taken" });
    expect(await update(mira, { name: "Eve", email: "eve@example.org" })).toMatchObject({ code: "password-wrong" });
    expect(await loadUser(mira)).toEqual(before);
  });

  it("accepts the fields that the account already has, and nothing malformed", async () => {
    const mira = await registerUser();
    const answer = await mira.post("/api/auth/update-session", { name: "Mira", email: emailOf(mira) });
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect((await answer.json<SessionResponse>()).user).toMatchObject({ name: "Mira", email: emailOf(mira) });
    expect((await mira.post("/api/auth/update-session", { name: 1 })).status).toBe(400);
    expect((await mira.post("/api/auth/update-session", "nothing")).status).toBe(400);
    expect((await createClient().post("/api/auth/update-session", {})).status).toBe(401);
  });
});
