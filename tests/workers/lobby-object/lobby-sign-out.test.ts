import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { LOBBY_VERSION } from "#app/protocol/lobby-messages.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { askForLink } from "#tests/workers/accounts/reset-mail.ts";
import { emailOf, NEW, reset, userOf } from "#tests/workers/accounts/reset-requests.ts";
import { type Client, newClient, newMember, ORIGIN } from "#tests/workers/support/client.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";

type Member = Awaited<ReturnType<typeof newMember>>;

const OLD = "correct horse";
const idOf = async (member: Member) => (await userOf(member))?.id ?? "";

/** What ends some of somebody's sessions. */
const ENDS: Readonly<Record<string, (member: Member) => Promise<Response>>> = {
  "a reset": async (member) => reset({ token: await askForLink(emailOf(member)), newPassword: NEW }),
  "another password": async (member) =>
    member.post("/api/auth/change-password", { userId: await idOf(member), newPassword: NEW, currentPassword: OLD }),
  "the removal of the account": async (member) => {
    const args = { id: await idOf(member), password: OLD };
    return member.post("/api/mutation", { path: "users.remove", format: "json", args });
  },
};

async function lobbyOf(client: Client) {
  const headers = { Upgrade: "websocket", Origin: ORIGIN };
  const socket = (await client.fetch(`/api/lobby/socket?v=${LOBBY_VERSION}`, { headers })).webSocket;
  if (!socket) throw new Error("no socket");
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  socket.accept();
  return { socket, closed };
}

describe.each(Object.entries(ENDS))("with %s", (_, end) => {
  it("open lists of rooms come again, and nobody else's", async () => {
    const [mira, ivan] = [await newMember(), await newMember()];
    const [own, other, guest] = [await lobbyOf(mira), await lobbyOf(ivan), await lobbyOf(newClient())];
    const otherCodes: number[] = [];
    for (const { closed } of [other, guest]) void closed.then((code) => otherCodes.push(code));
    expect((await end(mira)).status).toBe(200);
    expect(await own.closed).toBe(CLOSE_CODES["rejoin"]);
    await lobbyObject(env).tell({});
    expect(otherCodes).toEqual([]);
    for (const { socket } of [other, guest]) socket.close(1000);
  });
});
