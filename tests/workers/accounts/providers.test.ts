import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { listLinked } from "#db/queries/linked-accounts.ts";
import { findUserByLogin } from "#db/queries/users.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { mayTryRegistration } from "#workers/rate-limits/rate-limits.ts";
import {
  BINDINGS,
  type Browser,
  consent,
  fakeProvidersForEachTest,
  land,
  newAccount,
  newBrowser,
  newMember,
  providers,
  visit,
} from "./provider-browser.ts";

fakeProvidersForEachTest();

const db = () => createDb(env.DB);
const linkedOf = async (userId: UserId | undefined) =>
  (await listLinked(db(), userId ?? ("" as UserId))).map(({ provider }) => provider).sort();

/** Somebody new, signed up by a provider. */
async function newcomerBy(provider: Provider): Promise<Browser & { readonly account: ReturnType<typeof newAccount> }> {
  const account = newAccount();
  providers.setAccount(provider, account);
  const browser = newBrowser();
  await visit(browser, { provider });
  return { ...browser, account };
}

const link = async (browser: Browser, provider: Provider) => {
  const account = newAccount();
  providers.setAccount(provider, account);
  const landing = await visit(browser, { provider, purpose: "link", query: "returnTo=/settings" });
  expect(landing).toEqual({ path: "/settings", said: { success: "provider-linked", provider } });
  return account;
};
const unlink = async (browser: Browser, provider: Provider) => {
  const response = await browser.post(`/api/auth/unlink-${provider}`);
  return { status: response.status, ...(await response.json<Record<string, unknown>>()) };
};

describe.each(PROVIDERS)("%s", (provider) => {
  it("signs somebody up, and in from then on, whatever has changed there", async () => {
    const account = newAccount();
    providers.setAccount(provider, account);
    const browser = newBrowser();
    expect(await visit(browser, { provider, query: "returnTo=/room/kitchen" })).toEqual({
      path: "/room/kitchen",
      said: {},
    });
    const user = await browser.whoAmI();
    const username = provider === "github" ? account.login.replace("-", "_") : account.name.replace(" ", "_");
    expect(user).toMatchObject({ name: account.name, username, email: account.email, type: "user" });
    expect(user?.avatar).toMatch(/^#[0-9a-f]{6}$/);
    expect((await findUserByLogin(db(), account.email))?.passwordHash).toBeNull();
    expect(await linkedOf(user?.id)).toEqual([provider]);

    providers.setAccount(provider, { ...account, name: "Another Name", login: "another", email: "new@example.org" });
    const elsewhere = newBrowser();
    await visit(elsewhere, { provider });
    expect(await elsewhere.whoAmI()).toEqual(user);
  });

  it("tells a window that waits, and leaves nothing of the way in the browser", async () => {
    providers.setAccount(provider, newAccount());
    const browser = newBrowser();
    expect(await visit(browser, { provider, query: "mode=popup&attempt=a-1&returnTo=/x" })).toEqual({
      path: "/auth/done",
      said: { attempt: "a-1", provider, result: "signed-in" },
    });
    expect([...browser.jar.keys()]).not.toContainEqual(expect.stringMatching(/^tutti_visit/));
    const { results } = await env.DB.prepare("SELECT * FROM provider_authorizations").all();
    expect(results).toEqual([]);
  });

  it("is linked with an account, signs in to it, and is unlinked", async () => {
    const member = await newMember();
    const account = await link(member, provider);
    expect(await linkedOf(member.id)).toEqual([provider]);
    const elsewhere = newBrowser();
    await visit(elsewhere, { provider });
    expect((await elsewhere.whoAmI())?.email).toBe(member.email);

    expect(await unlink(member, provider)).toEqual({ status: 200, success: true, message: "success.provider-unlinked" });
    expect(await linkedOf(member.id)).toEqual([]);
    expect(await unlink(member, provider)).toMatchObject({ status: 409, statusMessage: "auth.errors.provider-not-linked" });
    // and somebody else may have it
    const other = await newMember();
    providers.setAccount(provider, account);
    await visit(other, { provider, purpose: "link" });
    expect(await linkedOf(other.id)).toEqual([provider]);
  });

  it("is not offered by an installation that has no keys for it", async () => {
    const bindings = { ...BINDINGS, [`${provider.toUpperCase()}_CLIENT_SECRET`]: "" };
    const said = { error: "auth.errors.provider-unavailable", provider };
    expect(await visit(newBrowser({ bindings }), { provider })).toEqual({ path: "/", said });
    const popup = await visit(newBrowser({ bindings }), { provider, query: "mode=popup&attempt=x" });
    expect(popup).toEqual({ path: "/auth/done", said: { ...said, attempt: "x", result: "failed" } });
    const member = await newMember();
    const withoutKeys = newBrowser({ bindings, jar: member.jar });
    expect((await visit(withoutKeys, { provider, purpose: "link" })).said).toEqual(said);
  });

  it("that says no email makes no account", async () => {
    providers.setAccount(provider, { ...newAccount(), email: null });
    const browser = newBrowser();
    expect(await visit(browser, { provider })).toEqual({
      path: "/",
      said: { error: "auth.errors.provider-no-email", provider },
    });
    expect(await browser.whoAmI()).toBeUndefined();
  });
});

describe("signing up by a provider", () => {
  const signUp = async (changes: Partial<ReturnType<typeof newAccount>> & { name?: string }) => {
    providers.setAccount("github", { ...newAccount(), ...changes });
    const browser = newBrowser();
    const landing = await visit(browser, { provider: "github" });
    return { landing, user: await browser.whoAmI() };
  };

  it("makes a name and a username that are allowed of whatever there is", async () => {
    const long = await signUp({ name: "  Maximiliane   von der Hohenstaufen ", login: "x".repeat(39) });
    expect(long.user).toMatchObject({ name: "Maximiliane von der", username: "x".repeat(20) });
    const empty = await signUp({ name: "\u200b", login: "-" });
    expect(empty.user).toMatchObject({ name: "-", username: "user" });
    const russian = await signUp({ name: "Мира Соколова", login: "--" });
    expect(russian.user).toMatchObject({ name: "Мира Соколова", username: "Мира_Соколова" });
  });

  it("takes another username where that one is taken, be it by several at once", async () => {
    const same: { browser: Browser; back: string }[] = [];
    for (let i = 0; i < 7; i++) {
      providers.setAccount("github", { ...newAccount(), login: "Twin" });
      const browser = newBrowser();
      same.push({ browser, back: await consent(await browser.leave("/auth/github")) });
    }
    await Promise.all(same.map(({ browser, back }) => land(browser, back)));
    const names = await Promise.all(same.map(async ({ browser }) => (await browser.whoAmI())?.username));
    expect(new Set(names).size).toBe(7);
    for (const name of names) expect(name).toMatch(/^Twin(_\d+)?$/);
    expect(names).toContain("Twin");
  });

  it("twice at once makes one account", async () => {
    const account = newAccount();
    providers.setAccount("google", account);
    const browsers = [newBrowser(), newBrowser(), newBrowser()];
    await Promise.all(browsers.map((browser) => visit(browser, { provider: "google" })));
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.whoAmI())?.id));
    expect(ids[0]).toBeDefined();
    expect(new Set(ids).size).toBe(1);
  });

  it("counts with the registrations of an address", async () => {
    const browser = newBrowser();
    for (let i = 0; i < 30; i++) await mayTryRegistration(db(), browser.address, Date.now());
    providers.setAccount("google", newAccount());
    expect((await visit(browser, { provider: "google" })).said).toEqual({
      error: "auth.errors.too-many-attempts",
      provider: "google",
    });
    expect(await browser.whoAmI()).toBeUndefined();
  });
});

describe("linking", () => {
  it("an account that is linked to another user is refused, and stays where it is", async () => {
    const owner = await newcomerBy("spotify");
    const member = await newMember();
    const landing = await visit(member, { provider: "spotify", purpose: "link" });
    expect(landing.said).toEqual({ error: "auth.errors.provider-linked-elsewhere", provider: "spotify" });
    expect(await linkedOf((await owner.whoAmI())?.id)).toEqual(["spotify"]);
    expect(await linkedOf(member.id)).toEqual([]);
  });

  it("the same account again changes nothing; another one of the provider is refused", async () => {
    const member = await newMember();
    const account = await link(member, "github");
    expect((await visit(member, { provider: "github", purpose: "link" })).said["success"]).toBe("provider-linked");
    providers.setAccount("github", newAccount());
    const query = "mode=popup&attempt=x";
    expect((await visit(member, { provider: "github", purpose: "link", query })).said).toEqual({
      attempt: "x",
      provider: "github",
      result: "failed",
      error: "auth.errors.provider-link-failed",
    });
    const [linked] = await listLinked(db(), member.id);
    expect(linked?.providerUserId).toBe(account.id);
  });

  it("one account by two people at once goes to one of them", async () => {
    const two = [await newMember(), await newMember()];
    providers.setAccount("google", newAccount());
    const landings = await Promise.all(two.map((browser) => visit(browser, { provider: "google", purpose: "link" })));
    expect(landings.map(({ said }) => said["error"] ?? said["success"]).sort()).toEqual([
      "auth.errors.provider-linked-elsewhere",
      "provider-linked",
    ]);
  });

  it("keeps the session, and takes no email from the provider", async () => {
    const member = await newMember();
    const before = member.jar.get("tutti_session");
    await link(member, "google");
    expect(member.jar.get("tutti_session")).toEqual(before);
    expect((await member.whoAmI())?.email).toBe(member.email);
  });
});

describe("unlinking", () => {
  it("is for people who are signed in", async () => {
    expect(await unlink(newBrowser(), "google")).toMatchObject({ status: 401, statusMessage: "auth.errors.login-required" });
  });

  it("AC10 the last way in stays", async () => {
    const newcomer = await newcomerBy("github");
    const { id } = (await newcomer.whoAmI()) ?? {};
    expect(await unlink(newcomer, "github")).toMatchObject({ status: 409, code: "provider-last-way-in" });
    expect(await unlink(newcomer, "google")).toMatchObject({ status: 409, code: "provider-not-linked" });
    await link(newcomer, "google");
    expect((await unlink(newcomer, "github")).status).toBe(200);
    expect(await unlink(newcomer, "google")).toMatchObject({ code: "provider-last-way-in" });
    expect(await linkedOf(id)).toEqual(["google"]);
  });

  it("AC10 the last way in stays when both go at once", async () => {
    for (let round = 0; round < 5; round++) {
      const newcomer = await newcomerBy("github");
      await link(newcomer, "google");
      const answers = await Promise.all([unlink(newcomer, "github"), unlink(newcomer, "google")]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await linkedOf((await newcomer.whoAmI())?.id)).toHaveLength(1);
    }
  });

  it("AC10 what this installation has no keys for lets nobody in, and does not count", async () => {
    const newcomer = await newcomerBy("github");
    await link(newcomer, "google");
    const bindings = { ...BINDINGS, GOOGLE_CLIENT_ID: "" };
    const here = newBrowser({ bindings, jar: newcomer.jar });
    expect(await unlink(here, "github")).toMatchObject({ status: 409, code: "provider-last-way-in" });
    expect((await unlink(here, "google")).status).toBe(200);
    expect(await linkedOf((await newcomer.whoAmI())?.id)).toEqual(["github"]);
  });

  it("another's way in is out of reach", async () => {
    const owner = await newcomerBy("spotify");
    const other = await newMember();
    await unlink(other, "spotify");
    expect(await linkedOf((await owner.whoAmI())?.id)).toEqual(["spotify"]);
  });
});

it("the sweep forgets visits that nobody has come back from", async () => {
  await newBrowser().leave("/auth/google");
  const count = async () => (await env.DB.prepare("SELECT count(*) n FROM provider_authorizations").first<{ n: number }>())?.n;
  const before = (await count()) ?? 0;
  expect(before).toBeGreaterThan(0);
  await sweep(env, Date.now());
  expect(await count()).toBe(before);
  await sweep(env, Date.now() + accountLimits.providerAuthorizationMs + 1000);
  expect(await count()).toBe(0);
});
