import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { createClient } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import worker from "#workers/app.ts";
import { authorize, createProviderAccount, installFakeProviders, providers, registerInBrowser } from "./provider-browser.ts";
import { listMailsTo, requestResetLink, waitForMail } from "./reset-mail.ts";
import { createMemberWithResetLink, login, NEW, reset, verify } from "./reset-requests.ts";

const OLD = "correct horse";

installFakeProviders();

/** Bindings with which no mail can be stored. */
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

/** Sends a request and disconnects. Waits for the work that continues. */
async function postAndDisconnect(path: string, body: object, cookie = ""): Promise<void> {
  const rest: Promise<unknown>[] = [];
  const context = { ...createExecutionContext(), waitUntil: (promise: Promise<unknown>) => void rest.push(promise) };
  const headers = { "Content-Type": "application/json", Cookie: cookie, "CF-Connecting-IP": "10.8.8.8" };
  const request = new Request(ORIGIN + path, { method: "POST", headers, body: JSON.stringify(body) });
  void worker.fetch(request as never, env, context as never);
  await expect.poll(() => rest.length).toBeGreaterThan(0);
  await Promise.all(rest);
}

async function createSignedInMember() {
  const member = await registerInBrowser();
  const cookie = `__Host-tutti_session=${member.jar.get("__Host-tutti_session")?.value}`;
  return { ...member, cookie };
}

describe("a new password and the mail about it", () => {
  it("are stored together or not at all, in a reset", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { email, token } = await createMemberWithResetLink();
    const failing = await reset({ token, newPassword: NEW }, createClient({ bindings: envWithoutMails() }));
    expect([failing.status, failing.headers.get("Set-Cookie")]).toEqual([500, null]);
    expect([await verify(token), await login(email, OLD)]).toEqual(["valid", 200]);
    expect((await reset({ token, newPassword: NEW })).status).toBe(200);
    expect((await waitForMail(email, 2)).subject).toBe("Your password was changed");
  });

  it("are stored together or not at all, in a change", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { id: userId, email, cookie } = await createSignedInMember();
    const client = createClient({ headers: { Cookie: cookie }, bindings: envWithoutMails() });
    const body = { userId, newPassword: NEW, currentPassword: OLD };
    expect((await client.post("/api/auth/change-password", body)).status).toBe(500);
    expect([await login(email, OLD), await login(email, NEW)]).toEqual([200, 401]);
  });

  it("are stored even if the client disconnects", async () => {
    const { email, token } = await createMemberWithResetLink();
    await postAndDisconnect("/api/auth/reset-password-with-token", { token, newPassword: NEW });
    expect((await listMailsTo(email))[0]?.subject).toBe("Your password was changed");
    expect(await login(email, NEW)).toBe(200);
    const { id: userId, email: other, cookie } = await createSignedInMember();
    await postAndDisconnect("/api/auth/change-password", { userId, newPassword: NEW, currentPassword: OLD }, cookie);
    expect((await listMailsTo(other)).map(({ subject }) => subject)).toEqual(["Your password was changed"]);
    expect(await login(other, NEW)).toBe(200);
  });

  it("are stored once for simultaneous resets", async () => {
    const { email, token } = await createMemberWithResetLink();
    await Promise.all(["the first one", "the second one"].map((newPassword) => reset({ token, newPassword })));
    expect(await listMailsTo(email)).toHaveLength(2);
  });
});

describe("the owner of an account", () => {
  it("is notified once when a provider is linked or unlinked", async () => {
    const member = await registerInBrowser();
    const subjects = async () => (await listMailsTo(member.email)).map(({ subject }) => subject);
    providers.setAccount("google", createProviderAccount());
    await authorize(member, { provider: "google", purpose: "link" });
    expect(await subjects()).toEqual(["Google was linked to your account"]);
    await authorize(member, { provider: "google", purpose: "link" });
    expect((await member.post("/api/auth/unlink-github")).status).not.toBe(200);
    expect(await subjects()).toHaveLength(1);
    const russian = { headers: { "Accept-Language": "ru", Origin: ORIGIN }, method: "POST" };
    const unlinked = await member.send("/api/auth/unlink-google", russian);
    expect(await unlinked.json()).toEqual({ success: true, message: "Аккаунт Google отвязан" });
    expect((await member.send("/api/auth/unlink-google", russian)).status).not.toBe(200);
    expect(await subjects()).toEqual(["Google отвязан от вашего аккаунта", "Google was linked to your account"]);
  });

  it("is not notified if the last sign-in method stays", async () => {
    const member = await registerInBrowser();
    providers.setAccount("github", createProviderAccount());
    await authorize(member, { provider: "github", purpose: "link" });
    await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(member.id).run();
    expect((await member.post("/api/auth/unlink-github")).status).not.toBe(200);
    expect(await listMailsTo(member.email)).toHaveLength(1);
  });

  it("is told of the linked providers when the password changes", async () => {
    const [changing, resetting] = [await registerInBrowser(), await registerInBrowser()];
    for (const { email, ...member } of [changing, resetting]) {
      providers.setAccount("google", { ...createProviderAccount(), email, isEmailVerified: true });
      providers.setAccount("spotify", createProviderAccount());
      for (const provider of ["google", "spotify"] as const) await authorize({ ...member }, { provider, purpose: "link" });
    }
    await changing.post("/api/auth/change-password", { userId: changing.id, newPassword: NEW, currentPassword: OLD });
    expect((await waitForMail(changing.email, 3)).text).toContain("sign in with Google and Spotify too");
    await reset({ token: await requestResetLink(resetting.email), newPassword: NEW });
    expect((await waitForMail(resetting.email, 4)).text).toContain("sign in with Google too");
  });

  it("is notified once when the account is deleted", async () => {
    const member = await registerInBrowser();
    const args = { id: member.id, password: OLD };
    await member.post("/api/mutation", { path: "users.remove", format: "json", args });
    const mails = await listMailsTo(member.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your account was deleted"]);
  });
});
