import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { expectNoOrphans } from "#tests/workers/media/expect-no-orphans.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { sweepAfter } from "#tests/workers/tracks/track-fixtures.ts";

const HOUR_MS = 3_600_000;

/** A JPEG with a valid header and end marker (ITU-T T.81 annex B), padded by a comment to the given length. */
function jpegOf(width: number, height = width, { sizeBytes = 40, isWhole = true } = {}): Uint8Array {
  const comments: number[] = [];
  for (let left = sizeBytes - 40; left > 4; left -= 0x8000) {
    const length = Math.min(left, 0x8000) - 2;
    comments.push(0xff, 0xfe, length >> 8, length & 255, ...Array(length - 2).fill(7));
  }
  const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 0x11, 0, 0];
  return new Uint8Array([0xff, 0xd8, ...comments, ...frame, 0xff, 0xda, ...(isWhole ? [0xff, 0xd9] : [])]);
}

/** W3C PNG §11.2.1 */
function pngOf(side: number): Uint8Array {
  const bytes = new Uint8Array(40);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  new DataView(bytes.buffer).setUint32(16, side);
  new DataView(bytes.buffer).setUint32(20, side);
  bytes.set([0xff, 0xd9], 38);
  return bytes;
}

const urlOf = (bytes: Uint8Array, type = "image/jpeg") => `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
const PLAIN = urlOf(jpegOf(64));
const DENSE = urlOf(jpegOf(256));

type Someone = Awaited<ReturnType<typeof registerUser>> & { readonly id: UserId };

async function newSomeone(name?: string): Promise<Someone> {
  const member = await registerUser(name);
  const { _id: id } = await member.call("users.getCurrentUser", { email: `${member.username}@example.org` });
  return { ...member, id };
}

const avatarOf = ({ id, call }: Someone) => call("users.getById", { id }).then(({ avatar }) => avatar);
const storedAvatars = async () => (await env.MEDIA.list({ prefix: "avatar/" })).objects.map(({ key }) => key);

async function bytesAt(client: Client, path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await client.fetch(path)).arrayBuffer());
}

describe("an avatar picture", () => {
  it("is public, at two sizes, and cacheable forever", async () => {
    const mira = await newSomeone();
    const { avatar } = await mira.call("users.updateAvatar", { id: mira.id, avatar: PLAIN, avatarDense: DENSE });
    expect(avatar).toMatch(/^\/media\/avatar\/[a-z2-7]{16}$/);
    expect(await avatarOf(mira)).toBe(avatar);
    const guest = createClient();
    const answer = await guest.fetch(avatar);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("image/jpeg");
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Set-Cookie")).toBe(null);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(jpegOf(64));
    expect(await bytesAt(guest, `${avatar}?size=256`)).toEqual(jpegOf(256));
    expect(await bytesAt(guest, `${avatar}?size=9999`)).toEqual(jpegOf(64));
    const again = await guest.fetch(avatar, { headers: { "If-None-Match": answer.headers.get("ETag") ?? "" } });
    expect(again.status).toBe(304);
    await expectNoOrphans();
  });

  it("is served at the smaller size if it has no larger one", async () => {
    const mira = await newSomeone();
    const { avatar } = await mira.call("users.updateAvatar", { id: mira.id, avatar: PLAIN });
    expect(await bytesAt(createClient(), `${avatar}?size=256`)).toEqual(jpegOf(64));
  });

  it("is not found if it does not exist", async () => {
    const guest = createClient();
    await env.MEDIA.put("cover/aaaaaaaaaaaaaaaa", "secret");
    for (const path of ["aaaaaaaaaaaaaaaa", "..%2Fcover%2Faaaaaaaaaaaaaaaa", "x", "aaaaaaaaaaaaaaaa-256"]) {
      const answer = await guest.fetch(`/media/avatar/${path}`);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
    }
    await env.MEDIA.delete("cover/aaaaaaaaaaaaaaaa");
  });

  it("must be a complete JPEG of the expected dimensions", async () => {
    const mira = await newSomeone();
    const before = [await avatarOf(mira), await storedAvatars()];
    const refused = (avatar: string, avatarDense?: string) =>
      mira.refusal("users.updateAvatar", { id: mira.id, avatar, ...(avatarDense && { avatarDense }) });
    for (const wrong of [
      urlOf(pngOf(64)),
      urlOf(jpegOf(64), "image/png"),
      urlOf(jpegOf(64), "image/svg+xml"),
      urlOf(new TextEncoder().encode("<svg onload='alert(1)'/>")),
      urlOf(jpegOf(65)),
      urlOf(jpegOf(64, 63)),
      urlOf(jpegOf(0)),
      urlOf(jpegOf(64, 64, { isWhole: false })),
      urlOf(jpegOf(64).subarray(0, 8)),
      urlOf(new Uint8Array()),
      `${PLAIN.slice(0, -1)}!`,
      `${PLAIN}A`,
      `${PLAIN.slice(0, 40)}\n${PLAIN.slice(40)}`,
      PLAIN.replace("base64,", ","),
      "",
      "https://example.org/me.jpg",
      "/media/avatar/aaaaaaaaaaaaaaaa",
    ]) {
      expect(await refused(wrong), wrong.slice(0, 60)).toBe("photo-failed");
    }
    expect(await refused(PLAIN, PLAIN)).toBe("photo-failed");
    expect(await refused(PLAIN, urlOf(pngOf(256)))).toBe("photo-failed");
    expect([await avatarOf(mira), await storedAvatars()]).toEqual(before);
  });

  it("has a size limit", async () => {
    const mira = await newSomeone();
    const sized = (side: number, sizeBytes: number) => urlOf(jpegOf(side, side, { sizeBytes }));
    const change = (avatar: string, avatarDense?: string) =>
      mira.refusal("users.updateAvatar", { id: mira.id, avatar, ...(avatarDense && { avatarDense }) });
    expect(await change(sized(64, accountLimits.avatarBytes - 100))).toBe(undefined);
    expect(await change(PLAIN, sized(256, accountLimits.avatarDenseBytes - 100))).toBe(undefined);
    expect(await change(sized(64, accountLimits.avatarBytes + 100))).toBe("photo-too-large");
    expect(await change(PLAIN, sized(256, accountLimits.avatarDenseBytes + 100))).toBe("photo-too-large");
    const flood = {
      path: "users:updateAvatar",
      args: { id: mira.id, avatar: `data:image/jpeg;base64,${"A".repeat(2 ** 21)}` },
    };
    expect((await mira.post("/api/mutation", flood)).status).toBe(400);
  });

  it("leaves no objects behind when it is replaced", async () => {
    const mira = await newSomeone();
    const first = await mira.call("users.updateAvatar", { id: mira.id, avatar: PLAIN, avatarDense: DENSE });
    const second = await mira.call("users.updateAvatar", { id: mira.id, avatar: PLAIN });
    await expectNoOrphans();
    await sweepAfter(2 * HOUR_MS);
    const keysOf = (avatar: string) => [avatar, `${avatar}-256`].map((address) => address.replace("/media/", ""));
    const stored = await storedAvatars();
    expect(stored).toContain(keysOf(second.avatar)[0]);
    for (const key of keysOf(first.avatar)) expect(stored).not.toContain(key);
    expect((await createClient().fetch(first.avatar)).status).toBe(404);
    await mira.call("users.updateAvatar", { id: mira.id, avatar: "#0A4a66" });
    await expectNoOrphans();
    await sweepAfter(2 * HOUR_MS);
    expect(await storedAvatars()).not.toContain(keysOf(second.avatar)[0]);
    await expectNoOrphans();
  });

  it("is the only one left after simultaneous uploads", async () => {
    const mira = await newSomeone();
    const before = await storedAvatars();
    const args = { id: mira.id, avatar: PLAIN, avatarDense: DENSE };
    await Promise.all([1, 2, 3, 4].map(() => mira.call("users.updateAvatar", args)));
    await expectNoOrphans();
    await sweepAfter(2 * HOUR_MS);
    const kept = (await avatarOf(mira)).replace("/media/", "");
    expect((await storedAvatars()).filter((key) => !before.includes(key))).toEqual([kept, `${kept}-256`]);
    await expectNoOrphans();
  });
});

describe("an avatar color", () => {
  it("may be any color and is stored in one form", async () => {
    const mira = await newSomeone();
    expect(await mira.call("users.updateAvatar", { id: mira.id, avatar: "#ABCDEF" })).toEqual({ avatar: "#abcdef" });
    for (const wrong of ["#abc", "#abcdeg", "#abcdef0", "#", "# abcdef", "#abcdef;background:url(//x)"]) {
      expect(await mira.refusal("users.updateAvatar", { id: mira.id, avatar: wrong })).toBe("invalid-arguments");
    }
    const both = { id: mira.id, avatar: "#000000", avatarDense: DENSE };
    expect(await mira.refusal("users.updateAvatar", both)).toBe("invalid-arguments");
    expect(await avatarOf(mira)).toBe("#abcdef");
  });

  it("changes when generated, and replaces a picture", async () => {
    const mira = await newSomeone();
    for (let i = 0; i < 20; i++) {
      const before = await avatarOf(mira);
      const { avatar } = await mira.call("users.generateNewAvatarColor", { id: mira.id });
      expect(avatar).toMatch(/^#[0-9a-f]{6}$/);
      expect(avatar).not.toBe(before);
      expect(await avatarOf(mira)).toBe(avatar);
    }
    const { avatar } = await mira.call("users.updateAvatar", { id: mira.id, avatar: PLAIN });
    await mira.call("users.generateNewAvatarColor", { id: mira.id });
    await sweepAfter(2 * HOUR_MS);
    expect((await createClient().fetch(avatar)).status).toBe(404);
  });
});

describe("an avatar", () => {
  it("can be changed only by its owner", async () => {
    const [mira, ivan] = [await newSomeone(), await newSomeone()];
    const before = await avatarOf(mira);
    for (const avatar of [PLAIN, "#000000"]) {
      expect(await ivan.refusal("users.updateAvatar", { id: mira.id, avatar })).toBe("forbidden");
      expect(await createClient().refusal("users.updateAvatar", { id: mira.id, avatar })).toBe("login-required");
    }
    expect(await ivan.refusal("users.generateNewAvatarColor", { id: mira.id })).toBe("forbidden");
    expect(await createClient().refusal("users.generateNewAvatarColor", { id: mira.id })).toBe("login-required");
    expect(await avatarOf(mira)).toBe(before);
  });

  it("is updated at once for everyone in a room", async () => {
    const owner = await newSomeone();
    const id: RoomId = (await owner.call("rooms.create", { name: "Kitchen" })).id;
    const device = await joinRoom(owner, id);
    const guest = await joinRoom(createClient(), id);
    const { avatar } = await owner.call("users.updateAvatar", { id: owner.id, avatar: PLAIN });
    const shown = async () => (await guest.next("presence")).present.some(({ person }) => person.avatar === avatar);
    while (!(await shown()));
    expect(guest.state().info.owner.avatar).toBe(avatar);
    for (const { socket } of [device, guest]) socket.close(1000);
  });

  it("has a rate limit", async () => {
    const mira = await newSomeone();
    await env.DB.prepare("INSERT INTO attempts VALUES (?, ?, 100)").bind(`avatar-change/user:${mira.id}`, Date.now()).run();
    const before = await storedAvatars();
    expect(await mira.refusal("users.updateAvatar", { id: mira.id, avatar: PLAIN })).toBe("too-many-attempts-hour");
    expect(await mira.refusal("users.generateNewAvatarColor", { id: mira.id })).toBe("too-many-attempts-hour");
    expect(await storedAvatars()).toEqual(before);
  });
});
