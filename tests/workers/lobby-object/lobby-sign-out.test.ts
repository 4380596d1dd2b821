import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { LOBBY_VERSION } from "#app/protocol/lobby-messages.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { requestResetLink } from "#tests/workers/accounts/reset-mail.ts";
import { emailOf, fetchUser, NEW, reset } from "#tests/workers/accounts/reset-requests.ts";
import { type Client, createClient, ORIGIN, registerUser } from "#tests/workers/support/client.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";

type Member = Awaited<ReturnType<typeof registerUser>>;

const OLD = "correct horse";
const idOf = async (member: Member) => (await fetchUser(member))?.id ?? "";

/** Actions that end sessions of a person. */
const ENDS: Readonly<Record<string, (member: Member) => Promise<Response>>> = {
  "a reset": async (member) => reset({ token: await requestResetLink(emailOf(member)), newPassword: NEW }),
  "a password change": async (member) =>
    member.post("/api/auth/change-password", { userId: await idOf(member), newPassword: NEW, currentPassword: OLD }),
  "an account removal": async (member) => {
    const args = { id: await idOf(member), password: OLD };
    return member.post("/api/mutation", { path: "users.remove", format: "json", args });
  },
};

async function connectLobby(client: Client) {
  const headers = { Upgrade: "websocket", Origin: ORIGIN };
  const socket = (await client.fetch(`/api/lobby/socket?v=${LOBBY_VERSION}`, { headers })).webSocket;
  if (!socket) throw new Error("no socket");
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  socket.accept();
  return { socket, closed };
}

describe.each(Object.entries(ENDS))("after %s", (_, end) => {
  it("the person's room lists reconnect, and those of others do not", async () => {
    const [mira, ivan] = [await registerUser(), await registerUser()];
    const [own, other, guest] = [await connectLobby(mira), await connectLobby(ivan), await connectLobby(createClient())];
    const otherCodes: number[] = [];
    for (const { closed } of [other, guest]) void closed.then((code) => otherCodes.push(code));
    expect((await end(mira)).status).toBe(200);
    expect(await own.closed).toBe(CLOSE_CODES["rejoin"]);
    await lobbyObject(env).notify({});
    expect(otherCodes).toEqual([]);
    for (const { socket } of [other, guest]) socket.close(1000);
  });
});
