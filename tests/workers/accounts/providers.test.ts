import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { PROVIDER_NAMES, PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { listLinkedAccounts } from "#db/queries/linked-accounts.ts";
import { findUserByLogin } from "#db/queries/users.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { allowRegistration } from "#workers/rate-limits/sign-in-limits.ts";
import {
  authorize,
  authorizeAtProvider,
  BINDINGS,
  type Browser,
  createBrowser,
  createProviderAccount,
  followCallback,
  installFakeProviders,
  providers,
  registerInBrowser,
} from "./provider-browser.ts";

installFakeProviders();

const db = () => createDb(env.DB);
const linkedOf = async (userId: UserId | undefined) =>
  (await listLinkedAccounts(db(), userId ?? ("" as UserId))).map(({ provider }) => provider).sort();

/** A browser in which a new user has signed up through the provider. */
async function newcomerBy(
  provider: Provider,
): Promise<Browser & { readonly account: ReturnType<typeof createProviderAccount> }> {
  const account = createProviderAccount();
  providers.setAccount(provider, account);
  const browser = createBrowser();
  await authorize(browser, { provider });
  return { ...browser, account };
}

const link = async (browser: Browser, provider: Provider) => {
  const account = createProviderAccount();
  providers.setAccount(provider, account);
  const landing = await authorize(browser, { provider, purpose: "link", query: "returnTo=/settings" });
  expect(landing).toEqual({ path: "/settings", params: { success: "provider-linked", provider } });
  return account;
};
const unlink = async (browser: Browser, provider: Provider) => {
  const response = await browser.post(`/api/auth/unlink-${provider}`);
  return { status: response.status, ...(await response.json<Record<string, unknown>>()) };
};

describe.each(PROVIDERS)("%s", (provider) => {
  it("signs a user up, and later in even if the profile has changed there", async () => {
    const account = createProviderAccount();
    providers.setAccount(provider, account);
    const browser = createBrowser();
    expect(await authorize(browser, { provider, query: "returnTo=/room/kitchen" })).toEqual({
      path: "/room/kitchen",
      params: {},
    });
    const user = await browser.fetchUser();
    const username = provider === "github" ? account.login.replace("-", "_") : account.name.replace(" ", "_");
    expect(user).toMatchObject({ name: account.name, username, email: account.email, type: "user" });
    expect(user?.avatar).toMatch(/^#[0-9a-f]{6}$/);
    expect((await findUserByLogin(db(), account.email))?.passwordHash).toBeNull();
    expect(await linkedOf(user?.id)).toEqual([provider]);

    providers.setAccount(provider, { ...account, name: "Another Name", login: "another", email: "new@example.org" });
    const elsewhere = createBrowser();
    await authorize(elsewhere, { provider });
    expect(await elsewhere.fetchUser()).toEqual(user);
  });

  it("reports the result to the popup's opener and deletes its cookie", async () => {
    providers.setAccount(provider, createProviderAccount());
    const browser = createBrowser();
    expect(await authorize(browser, { provider, query: "mode=popup&attempt=a-1&returnTo=/x" })).toEqual({
      path: "/auth/done",
      params: { attempt: "a-1", provider, result: "signed-in" },
    });
    expect([...browser.jar.keys()]).not.toContainEqual(expect.stringMatching(/^tutti_visit/));
    const { results } = await env.DB.prepare("SELECT * FROM provider_authorizations").all();
    expect(results).toEqual([]);
  });

  it("can be linked to an account, sign in to it and be unlinked", async () => {
    const member = await registerInBrowser();
    const account = await link(member, provider);
    expect(await linkedOf(member.id)).toEqual([provider]);
    const elsewhere = createBrowser();
    await authorize(elsewhere, { provider });
    expect((await elsewhere.fetchUser())?.email).toBe(member.email);

    const message = `${PROVIDER_NAMES[provider]} is unlinked`;
    expect(await unlink(member, provider)).toEqual({ status: 200, success: true, message });
    expect(await linkedOf(member.id)).toEqual([]);
    expect(await unlink(member, provider)).toMatchObject({ status: 409, statusMessage: "auth.errors.provider-not-linked" });
    // another user can link it now
    const other = await registerInBrowser();
    providers.setAccount(provider, account);
    await authorize(other, { provider, purpose: "link" });
    expect(await linkedOf(other.id)).toEqual([provider]);
  });

  it("is not offered by an installation without credentials for it", async () => {
    const bindings = { ...BINDINGS, [`${provider.toUpperCase()}_CLIENT_SECRET`]: "" };
    const params = { error: "auth.errors.provider-unavailable", provider };
    expect(await authorize(createBrowser({ bindings }), { provider })).toEqual({ path: "/", params });
    const popup = await authorize(createBrowser({ bindings }), { provider, query: "mode=popup&attempt=x" });
    expect(popup).toEqual({ path: "/auth/done", params: { ...params, attempt: "x", result: "failed" } });
    const member = await registerInBrowser();
    const withoutKeys = createBrowser({ bindings, jar: member.jar });
    expect((await authorize(withoutKeys, { provider, purpose: "link" })).params).toEqual(params);
  });

  it("does not sign up a user without an email", async () => {
    providers.setAccount(provider, { ...createProviderAccount(), email: null });
    const browser = createBrowser();
    expect(await authorize(browser, { provider })).toEqual({
      path: "/",
      params: { error: "auth.errors.provider-no-email", provider },
    });
    expect(await browser.fetchUser()).toBeUndefined();
  });
});

describe("sign-up with a provider", () => {
  const signUp = async (changes: Partial<ReturnType<typeof createProviderAccount>> & { name?: string }) => {
    providers.setAccount("github", { ...createProviderAccount(), ...changes });
    const browser = createBrowser();
    const landing = await authorize(browser, { provider: "github" });
    return { landing, user: await browser.fetchUser() };
  };

  it("derives a valid name and username from the profile", async () => {
    const long = await signUp({ name: "  Maximiliane   von der Hohenstaufen ", login: "x".repeat(39) });
    expect(long.user).toMatchObject({ name: "Maximiliane von der", username: "x".repeat(20) });
    const empty = await signUp({ name: "\u200b", login: "-" });
    expect(empty.user).toMatchObject({ name: "-", username: "user" });
    const russian = await signUp({ name: "Мира Соколова", login: "--" });
    expect(russian.user).toMatchObject({ name: "Мира Соколова", username: "Мира_Соколова" });
  });

  it("chooses another username if it is taken, also for simultaneous sign-ups", async () => {
    const same: { browser: Browser; callback: string }[] = [];
    for (let i = 0; i < 7; i++) {
      providers.setAccount("github", { ...createProviderAccount(), login: "Twin" });
      const browser = createBrowser();
      same.push({ browser, callback: await authorizeAtProvider(await browser.startAuthorization("/auth/github")) });
    }
    await Promise.all(same.map(({ browser, callback }) => followCallback(browser, callback)));
    const names = await Promise.all(same.map(async ({ browser }) => (await browser.fetchUser())?.username));
    expect(new Set(names).size).toBe(7);
    for (const name of names) expect(name).toMatch(/^Twin(_\d+)?$/);
    expect(names).toContain("Twin");
  });

  it("creates one account for simultaneous sign-ups", async () => {
    const account = createProviderAccount();
    providers.setAccount("google", account);
    const browsers = [createBrowser(), createBrowser(), createBrowser()];
    await Promise.all(browsers.map((browser) => authorize(browser, { provider: "google" })));
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.fetchUser())?.id));
    expect(ids[0]).toBeDefined();
    expect(new Set(ids).size).toBe(1);
  });

  it("counts against the registration limit of the address", async () => {
    const browser = createBrowser();
    for (let i = 0; i < 30; i++) await allowRegistration(db(), browser.address, Date.now());
    providers.setAccount("google", createProviderAccount());
    expect((await authorize(browser, { provider: "google" })).params).toEqual({
      error: "auth.errors.too-many-attempts",
      provider: "google",
    });
    expect(await browser.fetchUser()).toBeUndefined();
  });
});

describe("linking", () => {
  it("refuses an account that is linked to another user", async () => {
    const owner = await newcomerBy("spotify");
    const member = await registerInBrowser();
    const landing = await authorize(member, { provider: "spotify", purpose: "link" });
    expect(landing.params).toEqual({ error: "auth.errors.provider-linked-elsewhere", provider: "spotify" });
    expect(await linkedOf((await owner.fetchUser())?.id)).toEqual(["spotify"]);
    expect(await linkedOf(member.id)).toEqual([]);
  });

  it("accepts the same account again and refuses another one of the provider", async () => {
    const member = await registerInBrowser();
    const account = await link(member, "github");
    expect((await authorize(member, { provider: "github", purpose: "link" })).params["success"]).toBe("provider-linked");
    providers.setAccount("github", createProviderAccount());
    const query = "mode=popup&attempt=x";
    expect((await authorize(member, { provider: "github", purpose: "link", query })).params).toEqual({
      attempt: "x",
      provider: "github",
      result: "failed",
      error: "auth.errors.provider-link-failed",
    });
    const [linked] = await listLinkedAccounts(db(), member.id);
    expect(linked?.providerUserId).toBe(account.id);
  });

  it("links an account once for simultaneous requests of two users", async () => {
    const two = [await registerInBrowser(), await registerInBrowser()];
    providers.setAccount("google", createProviderAccount());
    const landings = await Promise.all(two.map((browser) => authorize(browser, { provider: "google", purpose: "link" })));
    expect(landings.map(({ params }) => params["error"] ?? params["success"]).sort()).toEqual([
      "auth.errors.provider-linked-elsewhere",
      "provider-linked",
    ]);
  });

  it("keeps the session and the account's email", async () => {
    const member = await registerInBrowser();
    const before = member.jar.get("__Host-tutti_session");
    await link(member, "google");
    expect(member.jar.get("__Host-tutti_session")).toEqual(before);
    expect((await member.fetchUser())?.email).toBe(member.email);
  });
});

describe("unlinking", () => {
  it("requires a session", async () => {
    expect(await unlink(createBrowser(), "google")).toMatchObject({ status: 401, statusMessage: "auth.errors.login-required" });
  });

  it("AC10 the last sign-in method cannot be removed", async () => {
    const newcomer = await newcomerBy("github");
    const { id } = (await newcomer.fetchUser()) ?? {};
    expect(await unlink(newcomer, "github")).toMatchObject({ status: 409, code: "provider-last-sign-in-method" });
    expect(await unlink(newcomer, "google")).toMatchObject({ status: 409, code: "provider-not-linked" });
    await link(newcomer, "google");
    expect((await unlink(newcomer, "github")).status).toBe(200);
    expect(await unlink(newcomer, "google")).toMatchObject({ code: "provider-last-sign-in-method" });
    expect(await linkedOf(id)).toEqual(["google"]);
  });

  it("AC10 the last sign-in method cannot be removed by simultaneous requests", async () => {
    for (let round = 0; round < 5; round++) {
      const newcomer = await newcomerBy("github");
      await link(newcomer, "google");
      const answers = await Promise.all([unlink(newcomer, "github"), unlink(newcomer, "google")]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await linkedOf((await newcomer.fetchUser())?.id)).toHaveLength(1);
    }
  });

  it("AC10 a provider that is not offered does not count as a sign-in method", async () => {
    const newcomer = await newcomerBy("github");
    await link(newcomer, "google");
    const bindings = { ...BINDINGS, GOOGLE_CLIENT_ID: "" };
    const here = createBrowser({ bindings, jar: newcomer.jar });
    expect(await unlink(here, "github")).toMatchObject({ status: 409, code: "provider-last-sign-in-method" });
    expect((await unlink(here, "google")).status).toBe(200);
    expect(await linkedOf((await newcomer.fetchUser())?.id)).toEqual(["github"]);
  });

  it("does not affect other users", async () => {
    const owner = await newcomerBy("spotify");
    const other = await registerInBrowser();
    await unlink(other, "spotify");
    expect(await linkedOf((await owner.fetchUser())?.id)).toEqual(["spotify"]);
  });
});

it("the sweep deletes expired authorizations", async () => {
  await createBrowser().startAuthorization("/auth/google");
  const count = async () => (await env.DB.prepare("SELECT count(*) n FROM provider_authorizations").first<{ n: number }>())?.n;
  const before = (await count()) ?? 0;
  expect(before).toBeGreaterThan(0);
  await sweep(env, Date.now());
  expect(await count()).toBe(before);
  await sweep(env, Date.now() + accountLimits.providerAuthorizationMs + 1000);
  expect(await count()).toBe(0);
});
