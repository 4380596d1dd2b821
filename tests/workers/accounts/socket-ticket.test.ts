import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import type { SocketTicket } from "#app/protocol/http.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { type Client, newClient, newMember } from "#tests/workers/support/client.ts";
import { cookieOf } from "#tests/workers/tracks/edited-tracks.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";

async function ticketOf(client: Client): Promise<SocketTicket> {
  return (await client.fetch("/api/ably/token")).json();
}

/** A script that has nothing but the ticket: who the room takes it for, or the status of the refusal. */
async function knockWith(ticket: string, room: string, headers: Record<string, string> = {}): Promise<unknown> {
  const path = `/api/rooms/${room}/socket?v=${PROTOCOL_VERSION}&ticket=${encodeURIComponent(ticket)}`;
  const response = await newClient().fetch(path, { headers: { Upgrade: "websocket", ...headers } });
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

describe("a ticket", () => {
  it("opens a room's socket as who asked for it", async () => {
    const mira = await newMember();
    const id = await newRoomOf(mira);
    const { token, expiresAtMs } = await ticketOf(mira);
    expect(expiresAtMs - Date.now()).toBeGreaterThan(50_000);
    expect(expiresAtMs - Date.now()).toBeLessThanOrEqual(60_000);
    expect(await knockWith(token, id)).toBe("owner");
    expect(await knockWith((await ticketOf(await newMember())).token, id)).toBe("spectator");
  });

  it("is for who is signed in, and kept nowhere", async () => {
    const answer = await newClient().fetch("/api/ably/token");
    expect(answer.status).toBe(401);
    const mine = await (await newMember()).fetch("/api/ably/token");
    expect(mine.headers.get("Cache-Control")).toBe("no-store");
  });

  it("that is old, changed or made up opens nothing, not as a guest either", async () => {
    const mira = await newMember();
    const id = await newRoomOf(mira);
    const { token } = await ticketOf(mira);
    const [session = "", expiry = "", signature = ""] = token.split(".");
    const other = (await ticketOf(await newMember())).token.split(".")[0];
    const changed = [
      "",
      "x",
      session,
      `${session}.${expiry}`,
      `${session}.${expiry}.${signature.slice(1)}A`,
      `${session}.${Number(expiry) + 60_000}.${signature}`,
      `${other}.${expiry}.${signature}`,
    ];
    for (const ticket of changed) expect(await knockWith(ticket, id), ticket).toBe(401);
    const late = `UPDATE sessions SET expires_at_ms = 1 WHERE token_hash = ?`;
    await env.DB.prepare(late).bind(session).run();
    expect(await knockWith(token, id)).toBe(401);
  });

  it("does not outlive its minute", async () => {
    const mira = await newMember();
    const id = await newRoomOf(mira);
    const { makeTicket } = await import("#workers/accounts/sign-in/socket-ticket.ts");
    const session = tokenHash((await cookieOf(mira)).split("=")[1] ?? "");
    const aged = (ageMs: number) => makeTicket(env, session, Date.now() - ageMs).token;
    expect(await knockWith(aged(50_000), id)).toBe("owner");
    expect(await knockWith(aged(61_000), id)).toBe(401);
  });

  it("does not outlive its session, and is no way in for other sites", async () => {
    const mira = await newMember();
    const id = await newRoomOf(mira);
    const { token } = await ticketOf(mira);
    expect(await knockWith(token, id, { Origin: "https://evil.example" })).toBe(403);
    await mira.fetch("/api/_auth/session", { method: "DELETE", headers: { Origin: "https://tutti.test" } });
    expect(await knockWith(token, id)).toBe(401);
  });
});
