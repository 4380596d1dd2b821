import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import type { AccessToken, SessionResponse, SessionUser } from "#app/protocol/http.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { createSessionCookie } from "#tests/workers/tracks/track-fixtures.ts";
import { createAccessToken } from "#workers/accounts/sign-in/access-token.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";

async function tokenOf(client: Client): Promise<AccessToken> {
  return (await client.fetch("/api/ably/token")).json();
}

/** Opens a socket with nothing but a ticket. Returns the person that the room sees, or the status of the refusal. */
async function openSocketWith(token: string, room: string, headers: Record<string, string> = {}): Promise<unknown> {
  const path = `/api/rooms/${room}/socket?v=${PROTOCOL_VERSION}&ticket=${encodeURIComponent(token)}`;
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

describe("an access token", () => {
  it("opens a room's socket as the user who requested it", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const { token, expiresAtMs } = await tokenOf(mira);
    expect(expiresAtMs - Date.now()).toBeGreaterThan(290_000);
    expect(expiresAtMs - Date.now()).toBeLessThanOrEqual(300_000);
    expect(await openSocketWith(token, id)).toBe("owner");
    expect(await openSocketWith((await tokenOf(await registerUser())).token, id)).toBe("spectator");
  });

  it("requires a session, and is not stored", async () => {
    const answer = await createClient().fetch("/api/ably/token");
    expect(answer.status).toBe(401);
    const mine = await (await registerUser()).fetch("/api/ably/token");
    expect(mine.headers.get("Cache-Control")).toBe("no-store");
  });

  it("is refused if it is altered or forged, even as a guest", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const { token } = await tokenOf(mira);
    const [header = "", claims = "", signature = ""] = token.split(".");
    const others = (await tokenOf(await registerUser())).token.split(".")[1];
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
    const changed = [
      "",
      "x",
      claims,
      `${header}.${claims}`,
      `${header}.${claims}.${signature.slice(1)}A`,
      `${header}.${others}.${signature}`,
      `${unsigned}.${claims}.`,
    ];
    for (const forged of changed) expect(await openSocketWith(forged, id), forged).toBe(401);
    await env.DB.prepare("UPDATE sessions SET expires_at_ms = 1").run();
    expect(await openSocketWith(token, id)).toBe(401);
  });

  it("expires after five minutes", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const session = hashToken((await createSessionCookie(mira)).split("=")[1] ?? "");
    const user = await mira.fetch("/api/_auth/session").then((response) => response.json<SessionResponse>());
    if (!user.user) throw new Error("not signed in");
    const aged = async (ageMs: number) => {
      const { token } = await createAccessToken(env, { id: session, user: user.user as SessionUser }, Date.now() - ageMs);
      return token;
    };
    expect(await openSocketWith(await aged(290_000), id)).toBe("owner");
    expect(await openSocketWith(await aged(302_000), id)).toBe(401);
  });

  it("signs in calls as a bearer token, and only while its session lasts", async () => {
    const mira = await registerUser("Mira");
    const { token } = await tokenOf(mira);
    const bearer = createClient({ headers: { Authorization: `Bearer ${token}` } });
    expect(await bearer.call("users.listSessions", {})).toMatchObject({ sessions: [{ isCurrent: true }] });
    const forged = createClient({ headers: { Authorization: `Bearer ${token}A` } });
    expect(await forged.refusal("users.listSessions", {})).toBe("login-required");
    await mira.fetch("/api/_auth/session", { method: "DELETE", headers: { Origin: ORIGIN } });
    expect(await bearer.refusal("users.listSessions", {})).toBe("login-required");
  });

  it("is refused after its session has ended, and to other sites", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const { token } = await tokenOf(mira);
    expect(await openSocketWith(token, id, { Origin: "https://evil.example" })).toBe(403);
    await mira.fetch("/api/_auth/session", { method: "DELETE", headers: { Origin: "https://tutti.test" } });
    expect(await openSocketWith(token, id)).toBe(401);
  });
});
