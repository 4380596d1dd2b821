import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { AccessToken, Ticket } from "#app/protocol/http.ts";
import { findTraces } from "#tests/workers/accounts/account-with-content.ts";
import { requestResetLink } from "#tests/workers/accounts/reset-mail.ts";
import {
  type Body,
  createMemberWithResetLink,
  fetchUser,
  NEW,
  readErrorCode,
  reset,
  verify,
} from "#tests/workers/accounts/reset-requests.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";

const ROOM_SECRET = "open sesame";
const BROWSER = "a browser's session";

const cookiesOf = (answer: Response) =>
  Object.fromEntries(
    answer.headers.getAll("Set-Cookie").map((line) => /__Host-(\w+)=([^;]*)/.exec(line)?.slice(1) ?? []),
  ) as Readonly<Record<string, string>>;

/** Creates a user with one of each credential. */
async function createCredentials() {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Cellar" });
  await owner.call("rooms.update", { id, password: ROOM_SECRET });
  const key = { room_url: id, session_id: BROWSER };
  const { token: roomToken } = await createClient().call("rooms.generateAccessToken", { ...key, password: ROOM_SECRET });
  const { code } = await owner.call("invites.create", { id, role: "viewer", expiresInMs: 3_600_000, uses: 5 });
  const entered = await createClient().post("/api/auth/login", {
    emailOrUsername: owner.username,
    password: "correct horse",
  });
  const { tutti_session: session = "", tutti_browser: device = "" } = cookiesOf(entered);
  const access: AccessToken = await (await owner.fetch("/api/ably/token")).json();
  const { ticket }: Ticket = await (await owner.fetch(`/api/rooms/${key.room_url}/ticket`)).json();
  const { email, token: used } = await createMemberWithResetLink();
  const changed = await reset({ token: used, newPassword: NEW });
  const { tutti_grant: grant = "" } = cookiesOf(changed);
  const user = await changed.json<Body>();
  const link = await requestResetLink(email);
  return { key, user, secrets: { session, device, ticket, access: access.token, used, grant, link, roomToken, code } };
}

const stored = async (sql: string) => (await env.DB.prepare(sql).all<{ secret: string }>()).results.map(({ secret }) => secret);

it("a stolen database contains no usable session, reset link, grant, ticket, invite or access token", async () => {
  const { key, user, secrets } = await createCredentials();
  for (const secret of Object.values(secrets)) expect(secret).toMatch(/^.{20,}$/);
  // passwords of users and rooms too, and the data that signed tokens are made of
  expect(await findTraces([...Object.values(secrets), "correct horse", NEW, ROOM_SECRET, env.APP_SECRET])).toEqual([]);
  expect(await findTraces(["Cellar"])).not.toEqual([]);

  for (const secret of await stored("SELECT token_hash AS secret FROM sessions")) {
    expect(await fetchUser(createClient({ headers: { Cookie: `__Host-tutti_session=${secret}` } }))).toBeNull();
  }
  expect(await fetchUser(createClient({ headers: { Cookie: `__Host-tutti_session=${secrets.session}` } }))).not.toBeNull();
  for (const secret of await stored("SELECT token_hash AS secret FROM password_resets")) {
    expect(await verify(secret)).toBe("invalid");
  }
  expect(await verify(secrets.link)).toBe("valid");
  for (const token of await stored("SELECT token_hash AS secret FROM room_tokens")) {
    expect(await createClient().call("rooms.verifyAccessToken", { ...key, token })).toMatchObject({ valid: false });
  }
  expect(await createClient().call("rooms.verifyAccessToken", { ...key, token: secrets.roomToken })).toEqual({ valid: true });
  const signInWithGrant = (grant: string) =>
    createClient({ headers: { Cookie: `__Host-tutti_grant=${grant}` } }).post("/api/auth/auto-login", user);
  for (const secret of await stored("SELECT grant_hash AS secret FROM password_resets WHERE grant_hash IS NOT NULL")) {
    expect(await readErrorCode(await signInWithGrant(secret))).toBe("grant-invalid");
  }
  expect((await signInWithGrant(secrets.grant)).status).toBe(200);
});
