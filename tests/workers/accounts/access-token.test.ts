import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import type { AccessToken, SessionResponse, Ticket } from "#app/protocol/http.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { createSessionCookie } from "#tests/workers/tracks/track-fixtures.ts";
import { createAccessToken } from "#workers/accounts/sign-in/access-token.ts";
import { createTicket } from "#workers/accounts/sign-in/ticket.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";

type Member = Awaited<ReturnType<typeof registerUser>>;

async function tokenOf(client: Client): Promise<AccessToken> {
  return (await client.fetch("/api/ably/token")).json();
}

async function ticketOf(client: Client, room: string): Promise<Ticket> {
  return (await client.fetch(`/api/rooms/${room}/ticket`)).json();
}

const bearerOf = async (client: Client) =>
  createClient({ headers: { Authorization: `Bearer ${(await tokenOf(client)).token}` } });

/** Opens a socket with nothing but a ticket. Returns the caller's role in the room, or the status of the refusal. */
async function openSocketWith(ticket: string, room: string, headers: Record<string, string> = {}): Promise<unknown> {
  const path = `/api/rooms/${room}/socket?v=${PROTOCOL_VERSION}&ticket=${encodeURIComponent(ticket)}`;
  const response = await createClient().fetch(path, { headers: { Upgrade: "websocket", ...headers } });
  const { webSocket } = response;
  if (!webSocket) return response.status;
  const snapshot = new Promise<unknown>((resolve) =>
    webSocket.addEventListener("message", ({ data }) => resolve(JSON.parse(String(data)).self?.effectiveRole)),
  );
  webSocket.accept();
  const effectiveRole = await snapshot;
  webSocket.close(1000);
  return effectiveRole;
}

async function newRoomOf(owner: Client): Promise<RoomId> {
  return (await owner.call("rooms.create", { name: "Kitchen" })).id;
}

const sessionIdOf = async (client: Member) => hashToken((await createSessionCookie(client)).split("=")[1] ?? "");

describe("an access token", () => {
  it("signs in calls as a bearer token, for five minutes and while its session lasts", async () => {
    const mira = await registerUser("Mira");
    const { token, expiresAtMs } = await tokenOf(mira);
    expect(expiresAtMs - Date.now()).toBeGreaterThan(290_000);
    expect(expiresAtMs - Date.now()).toBeLessThanOrEqual(300_000);
    const bearer = createClient({ headers: { Authorization: `Bearer ${token}` } });
    expect(await bearer.call("rooms.listTargets", {})).toEqual({ rooms: [] });
    const forged = createClient({ headers: { Authorization: `Bearer ${token}A` } });
    expect(await forged.refusal("rooms.listTargets", {})).toBe("login-required");
    await mira.fetch("/api/_auth/session", { method: "DELETE", headers: { Origin: ORIGIN } });
    expect(await bearer.refusal("rooms.listTargets", {})).toBe("login-required");
  });

  it("expires after five minutes", async () => {
    const mira = await registerUser();
    const id = await sessionIdOf(mira);
    const { user } = await mira.fetch("/api/_auth/session").then((response) => response.json<SessionResponse>());
    if (!user) throw new Error("not signed in");
    const agedCall = async (ageMs: number) => {
      const { token } = await createAccessToken(env, { id, user }, Date.now() - ageMs);
      return createClient({ headers: { Authorization: `Bearer ${token}` } }).refusal("rooms.listTargets", {});
    };
    expect(await agedCall(290_000)).toBeUndefined();
    expect(await agedCall(302_000)).toBe("login-required");
  });

  it("requires a session, and is not stored", async () => {
    const answer = await createClient().fetch("/api/ably/token");
    expect(answer.status).toBe(401);
    const mine = await (await registerUser()).fetch("/api/ably/token");
    expect(mine.headers.get("Cache-Control")).toBe("no-store");
  });

  it("does not renew itself, and administers neither sessions nor the account", async () => {
    const mira = await registerUser("Mira");
    const { _id: id } = await mira.call("users.getCurrentUser", { email: `${mira.username}@example.org` });
    const bearer = await bearerOf(mira);
    for (const path of ["/api/ably/token", "/api/account/export"]) {
      const answer = await bearer.fetch(path);
      expect(await answer.json(), path).toMatchObject({ code: "token-insufficient", statusCode: 403 });
    }
    const change = { userId: id, currentPassword: "correct horse", newPassword: "battery staple" };
    const posts: readonly [string, object][] = [
      ["/api/auth/change-password", change],
      ["/api/auth/update-session", { email: "other@example.org", currentPassword: "correct horse" }],
      ["/api/auth/unlink-google", {}],
    ];
    for (const [path, body] of posts) expect((await bearer.post(path, body)).status, path).toBe(403);
    const session = await sessionIdOf(mira);
    const calls = [
      bearer.refusal("users.listSessions", {}),
      bearer.refusal("users.endSession", { id: session }),
      bearer.refusal("users.endOtherSessions", {}),
      bearer.refusal("users.updateUserProfile", { id, email: "o@example.org", currentPassword: "correct horse" }),
      bearer.refusal("users.planRemoval", {}),
      bearer.refusal("users.remove", { id, password: "correct horse" }),
      bearer.refusal("imports.connect", { credentials: { service: "yandex", token: "x" } }),
      bearer.refusal("imports.disconnect", { service: "yandex" }),
    ];
    expect(await Promise.all(calls)).toEqual(calls.map(() => "token-insufficient"));
    await env.DB.prepare("UPDATE users SET super_admin = 1 WHERE id = ?").bind(id).run();
    expect(await bearer.refusal("dev.listMails", {})).toBe("token-insufficient");
    expect(await mira.refusal("dev.listMails", {})).toBeUndefined();
  });
});

describe("a ticket", () => {
  it("opens a room's socket as the user who requested it", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const { ticket, expiresAtMs } = await ticketOf(mira, id);
    expect(expiresAtMs - Date.now()).toBeGreaterThan(50_000);
    expect(expiresAtMs - Date.now()).toBeLessThanOrEqual(60_000);
    expect(await openSocketWith(ticket, id)).toBe("owner");
    expect(await openSocketWith((await ticketOf(await registerUser(), id)).ticket, id)).toBe("spectator");
    expect(await openSocketWith((await ticketOf(await bearerOf(mira), id)).ticket, id)).toBe("owner");
    expect((await createClient().fetch(`/api/rooms/${id}/ticket`)).status).toBe(401);
  });

  it("opens no other room, for a minute, and is no bearer token", async () => {
    const mira = await registerUser();
    const [id, other] = [await newRoomOf(mira), await newRoomOf(mira)];
    const { ticket } = await ticketOf(mira, id);
    expect(await openSocketWith(ticket, other)).toBe(401);
    expect(await openSocketWith((await tokenOf(mira)).token, id)).toBe(401);
    const bearer = createClient({ headers: { Authorization: `Bearer ${ticket}` } });
    expect(await bearer.refusal("rooms.listTargets", {})).toBe("login-required");
    const content = { sessionId: await sessionIdOf(mira), roomId: id };
    const aged = (ageMs: number) => createTicket(env.APP_SECRET, { ...content, nowMs: Date.now() - ageMs }).ticket;
    expect(await openSocketWith(aged(50_000), id)).toBe("owner");
    expect(await openSocketWith(aged(61_000), id)).toBe(401);
  });

  it("is refused if it is altered or forged, even as a guest", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const { ticket } = await ticketOf(mira, id);
    const [session = "", expiry = "", signature = ""] = ticket.split(".");
    const others = (await ticketOf(await registerUser(), id)).ticket.split(".")[0];
    const changed = [
      "",
      "x",
      session,
      `${session}.${expiry}`,
      `${session}.${expiry}9.${signature}`,
      `${others}.${expiry}.${signature}`,
    ];
    for (const forged of changed) expect(await openSocketWith(forged, id), forged).toBe(401);
    await env.DB.prepare("UPDATE sessions SET expires_at_ms = 1").run();
    expect(await openSocketWith(ticket, id)).toBe(401);
  });

  it("is refused after its session has ended, and to other sites", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const { ticket } = await ticketOf(mira, id);
    expect(await openSocketWith(ticket, id, { Origin: "https://evil.example" })).toBe(403);
    await mira.fetch("/api/_auth/session", { method: "DELETE", headers: { Origin: "https://tutti.test" } });
    expect(await openSocketWith(ticket, id)).toBe(401);
  });
});
