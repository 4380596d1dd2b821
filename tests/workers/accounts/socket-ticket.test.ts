import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import type { SocketTicket } from "#app/protocol/http.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { createSessionCookie } from "#tests/workers/tracks/track-fixtures.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";

async function ticketOf(client: Client): Promise<SocketTicket> {
  return (await client.fetch("/api/ably/token")).json();
}

/** Opens a socket with nothing but a ticket. Returns the person that the room sees, or the status of the refusal. */
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

describe("a socket ticket", () => {
  it("opens a room's socket as the user who requested it", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const { token, expiresAtMs } = await ticketOf(mira);
    expect(expiresAtMs - Date.now()).toBeGreaterThan(50_000);
    expect(expiresAtMs - Date.now()).toBeLessThanOrEqual(60_000);
    expect(await openSocketWith(token, id)).toBe("owner");
    expect(await openSocketWith((await ticketOf(await registerUser())).token, id)).toBe("spectator");
  });

  it("requires a session, and is not stored", async () => {
    const answer = await createClient().fetch("/api/ably/token");
    expect(answer.status).toBe(401);
    const mine = await (await registerUser()).fetch("/api/ably/token");
    expect(mine.headers.get("Cache-Control")).toBe("no-store");
  });

  it("is refused if it is expired, altered or forged, even as a guest", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const { token } = await ticketOf(mira);
    const [session = "", expiry = "", signature = ""] = token.split(".");
    const other = (await ticketOf(await registerUser())).token.split(".")[0];
    const changed = [
      "",
      "x",
      session,
      `${session}.${expiry}`,
      `${session}.${expiry}.${signature.slice(1)}A`,
      `${session}.${Number(expiry) + 60_000}.${signature}`,
      `${other}.${expiry}.${signature}`,
    ];
    for (const ticket of changed) expect(await openSocketWith(ticket, id), ticket).toBe(401);
    const late = `UPDATE sessions SET expires_at_ms = 1 WHERE token_hash = ?`;
    await env.DB.prepare(late).bind(session).run();
    expect(await openSocketWith(token, id)).toBe(401);
  });

  it("expires after a minute", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const { createSocketTicket } = await import("#workers/accounts/sign-in/socket-ticket.ts");
    const session = hashToken((await createSessionCookie(mira)).split("=")[1] ?? "");
    const aged = (ageMs: number) => createSocketTicket(env, session, Date.now() - ageMs).token;
    expect(await openSocketWith(aged(50_000), id)).toBe("owner");
    expect(await openSocketWith(aged(61_000), id)).toBe(401);
  });

  it("is refused after its session has ended, and to other sites", async () => {
    const mira = await registerUser();
    const id = await newRoomOf(mira);
    const { token } = await ticketOf(mira);
    expect(await openSocketWith(token, id, { Origin: "https://evil.example" })).toBe(403);
    await mira.fetch("/api/_auth/session", { method: "DELETE", headers: { Origin: "https://tutti.test" } });
    expect(await openSocketWith(token, id)).toBe(401);
  });
});
