import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { newClient, ORIGIN } from "#tests/workers/support/client.ts";
import worker from "#workers/app.ts";
import { fakeProvidersForEachTest, newAccount, newMember, providers, visit } from "./provider-browser.ts";
import { askForLink, mailsTo, mailTo } from "./reset-mail.ts";
import { login, NEW, newForgetful, reset, verify } from "./reset-requests.ts";

const OLD = "correct horse";

fakeProvidersForEachTest();

/** A Worker that cannot write mail. */
function envWithoutMails(): Cloudflare.Env {
  const DB = new Proxy(env.DB, {
    get: (db, name) => {
      if (name === "prepare") return (sql: string) => db.prepare(sql.replace('into "mails"', 'into "no_mails"'));
      const value = Reflect.get(db, name);
      return typeof value === "function" ? value.bind(db) : value;
    },
  });
  return { ...env, DB };
}

/** Sends it, and waits only for what goes on when its sender has hung up. */
async function postAndHangUp(path: string, body: object, cookie = ""): Promise<void> {
  const rest: Promise<unknown>[] = [];
  const context = { ...createExecutionContext(), waitUntil: (promise: Promise<unknown>) => void rest.push(promise) };
  const headers = { Origin: ORIGIN, Cookie: cookie, "CF-Connecting-IP": "10.8.8.8" };
  const request = new Request(ORIGIN + path, { method: "POST", headers, body: JSON.stringify(body) });
  void worker.fetch(request as never, env, context as never);
  await expect.poll(() => rest.length).toBeGreaterThan(0);
  await Promise.all(rest);
}

async function newSignedIn() {
  const member = await newMember();
  const cookie = `tutti_session=${member.jar.get("tutti_session")?.value}`;
  return { ...member, cookie };
}

describe("a new password and the mail that tells of it", () => {
  it("come together or not at all, by a link", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { email, token } = await newForgetful();
    const failing = await reset({ token, newPassword: NEW }, newClient(undefined, {}, envWithoutMails()));
    expect([failing.status, failing.headers.get("Set-Cookie")]).toEqual([500, null]);
    expect([await verify(token), await login(email, OLD)]).toEqual(["valid", 200]);
    expect((await reset({ token, newPassword: NEW })).status).toBe(200);
    expect((await mailTo(email, 2)).subject).toBe("Your password was changed");
  });

  it("come together or not at all, by the one before", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { id: userId, email, cookie } = await newSignedIn();
    const client = newClient(undefined, { Cookie: cookie }, envWithoutMails());
    const body = { userId, newPassword: NEW, currentPassword: OLD };
    expect((await client.post("/api/auth/change-password", body)).status).toBe(500);
    expect([await login(email, OLD), await login(email, NEW)]).toEqual([200, 401]);
  });

  it("come where somebody hangs up at once", async () => {
    const { email, token } = await newForgetful();
    await postAndHangUp("/api/auth/reset-password-with-token", { token, newPassword: NEW });
    expect((await mailsTo(email))[0]?.subject).toBe("Your password was changed");
    expect(await login(email, NEW)).toBe(200);
    const { id: userId, email: other, cookie } = await newSignedIn();
    await postAndHangUp("/api/auth/change-password", { userId, newPassword: NEW, currentPassword: OLD }, cookie);
    expect((await mailsTo(other)).map(({ subject }) => subject)).toEqual(["Your password was changed"]);
    expect(await login(other, NEW)).toBe(200);
  });

  it("are told once, by who was first", async () => {
    const { email, token } = await newForgetful();
    await Promise.all(["the first one", "the second one"].map((newPassword) => reset({ token, newPassword })));
    expect(await mailsTo(email)).toHaveLength(2);
  });
});

describe("the owner of an account", () => {
  it("is told of what is linked and unlinked, once and only where it was", async () => {
    const member = await newMember();
    const subjects = async () => (await mailsTo(member.email)).map(({ subject }) => subject);
    providers.setAccount("google", newAccount());
    await visit(member, { provider: "google", purpose: "link" });
    expect(await subjects()).toEqual(["Google was linked with your account"]);
    await visit(member, { provider: "google", purpose: "link" });
    expect((await member.post("/api/auth/unlink-github")).status).not.toBe(200);
    expect(await subjects()).toHaveLength(1);
    const russian = { headers: { "Accept-Language": "ru", Origin: ORIGIN }, method: "POST" };
    expect((await member.send("/api/auth/unlink-google", russian)).status).toBe(200);
    expect((await member.send("/api/auth/unlink-google", russian)).status).not.toBe(200);
    expect(await subjects()).toEqual(["Google отвязан от вашего аккаунта", "Google was linked with your account"]);
  });

  it("hears of nothing where the last way in stays", async () => {
    const member = await newMember();
    providers.setAccount("github", newAccount());
    await visit(member, { provider: "github", purpose: "link" });
    await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(member.id).run();
    expect((await member.post("/api/auth/unlink-github")).status).not.toBe(200);
    expect(await mailsTo(member.email)).toHaveLength(1);
  });

  it("is told with a new password who else lets them in still", async () => {
    const [changing, resetting] = [await newMember(), await newMember()];
    for (const { email, ...member } of [changing, resetting]) {
      providers.setAccount("google", { ...newAccount(), email, isEmailVerified: true });
      providers.setAccount("spotify", newAccount());
      for (const provider of ["google", "spotify"] as const) await visit({ ...member }, { provider, purpose: "link" });
    }
    await changing.post("/api/auth/change-password", { userId: changing.id, newPassword: NEW, currentPassword: OLD });
    expect((await mailTo(changing.email, 3)).text).toContain("sign in with Google and Spotify too");
    await reset({ token: await askForLink(resetting.email), newPassword: NEW });
    expect((await mailTo(resetting.email, 4)).text).toContain("sign in with Google too");
  });

  it("is told, once, that it was deleted", async () => {
    const member = await newMember();
    const args = { id: member.id, password: OLD };
    await member.post("/api/mutation", { path: "users.remove", format: "json", args });
    const mails = await mailsTo(member.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your account was deleted"]);
  });
});
