import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { SocketTicket } from "#app/protocol/http.ts";
import { tracesOf } from "#tests/workers/accounts/account-with-content.ts";
import { askForLink } from "#tests/workers/accounts/reset-mail.ts";
import { type Body, NEW, newForgetful, refusalOf, reset, userOf, verify } from "#tests/workers/accounts/reset-requests.ts";
import { newClient, newMember } from "#tests/workers/support/client.ts";

const ROOM_SECRET = "open sesame";
const BROWSER = "a browser's session";

const cookiesOf = (answer: Response) =>
  Object.fromEntries(answer.headers.getAll("Set-Cookie").map((line) => line.split(";")[0]?.split("=") ?? [])) as Readonly<
    Record<string, string>
  >;

/** Somebody who holds one of everything that lets in. */
async function newHolder() {
  const owner = await newMember();
  const { id } = await owner.call("rooms.create", { name: "Cellar" });
  await owner.call("rooms.update", { id, password: ROOM_SECRET });
  const key = { room_url: id, session_id: BROWSER };
  const { token: roomToken } = await newClient().call("rooms.generateAccessToken", { ...key, password: ROOM_SECRET });
  const { code } = await owner.call("invites.create", { id, role: "viewer", expiresInMs: 3_600_000, uses: 5 });
  const entered = await newClient().post("/api/auth/login", {
    emailOrUsername: owner.username,
    password: "correct horse",
  });
  const { tutti_session: session = "", tutti_browser: device = "" } = cookiesOf(entered);
  const ticket: SocketTicket = await (await owner.fetch("/api/ably/token")).json();
  const { email, token: used } = await newForgetful();
  const changed = await reset({ token: used, newPassword: NEW });
  const { tutti_grant: grant = "" } = cookiesOf(changed);
  const whom = await changed.json<Body>();
  const link = await askForLink(email);
  return { key, whom, held: { session, device, ticket: ticket.token, used, grant, link, roomToken, code } };
}

const stored = async (sql: string) => (await env.DB.prepare(sql).all<{ secret: string }>()).results.map(({ secret }) => secret);

it("a stolen database gives no session, reset or access token away, and what it holds opens nothing", async () => {
  const { key, whom, held } = await newHolder();
  for (const secret of Object.values(held)) expect(secret).toMatch(/^.{20,}$/);
  // passwords of people and rooms too, and all that a signed token is made of
  expect(await tracesOf([...Object.values(held), "correct horse", NEW, ROOM_SECRET, env.APP_SECRET])).toEqual([]);
  expect(await tracesOf(["Cellar"])).not.toEqual([]);

  for (const secret of await stored("SELECT token_hash AS secret FROM sessions")) {
    expect(await userOf(newClient(undefined, { Cookie: `tutti_session=${secret}` }))).toBeNull();
  }
  expect(await userOf(newClient(undefined, { Cookie: `tutti_session=${held.session}` }))).not.toBeNull();
  for (const secret of await stored("SELECT token_hash AS secret FROM password_resets")) {
    expect(await verify(secret)).toBe("invalid");
  }
  expect(await verify(held.link)).toBe("valid");
  for (const token of await stored("SELECT token_hash AS secret FROM room_tokens")) {
    expect(await newClient().call("rooms.verifyAccessToken", { ...key, token })).toMatchObject({ valid: false });
  }
  expect(await newClient().call("rooms.verifyAccessToken", { ...key, token: held.roomToken })).toEqual({ valid: true });
  const signInBy = (grant: string) =>
    newClient(undefined, { Cookie: `tutti_grant=${grant}` }).post("/api/auth/auto-login", whom);
  for (const secret of await stored("SELECT grant_hash AS secret FROM password_resets WHERE grant_hash IS NOT NULL")) {
    expect(await refusalOf(await signInBy(secret))).toBe("grant-invalid");
  }
  expect((await signInBy(held.grant)).status).toBe(200);
});
