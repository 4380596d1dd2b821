import { beforeEach, describe, expect, it, vi } from "vitest";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { ProviderFault } from "#tests/support/fake-providers.ts";
import { endpointsOf } from "#workers/accounts/providers/provider-endpoints.ts";
import { BINDINGS, consent, fakeProvidersForEachTest, land, newAccount, newBrowser, providers } from "./provider-browser.ts";

fakeProvidersForEachTest();

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(line));
});

/** By the real clock. */
const realTimeout = setTimeout;
const inAMoment = () => new Promise((resolve) => realTimeout(resolve, 5));

const SILENT_AT = {
  google: { token: "/google/token", profile: "/google/userinfo", emails: "" },
  github: { token: "/github/token", profile: "/github/user", emails: "/github/user/emails" },
  spotify: { token: "/spotify/token", profile: "/spotify/me", emails: "" },
};

const HOWS = ["status-500", "garbage", "error-body", "huge", "redirect"] as const;
const REASONS = {
  "status-500": "status",
  garbage: "malformed",
  "error-body": "malformed",
  huge: "too-large",
  redirect: "status",
};

async function arrive(provider: Provider, fault: ProviderFault) {
  providers.setAccount(provider, newAccount());
  providers.setFault(provider, fault);
  const browser = newBrowser();
  const back = await consent(await browser.leave(`/auth/${provider}`));
  return { browser, landing: () => land(browser, back) };
}

async function expectFailure(provider: Provider, fault: ProviderFault) {
  const { browser, landing } = await arrive(provider, fault);
  expect(await landing()).toEqual({ path: "/", said: { error: `${provider}_oauth_failed`, provider } });
  expect(await browser.whoAmI()).toBeUndefined();
}

describe.each(PROVIDERS)("where %s fails", (provider) => {
  const steps = provider === "github" ? (["token", "profile", "emails"] as const) : (["token", "profile"] as const);

  it.each(steps)("at its %s, people are told so, and so is the log", async (at) => {
    for (const how of HOWS) {
      await expectFailure(provider, { at, how });
      expect(JSON.parse(logged.pop() ?? "{}")).toMatchObject({ where: "provider", provider, step: at, reason: REASONS[how] });
    }
    // whoever is sent elsewhere with a token does not go there
    expect(logged).toEqual([]);
  });

  it.each(steps)("by saying nothing at its %s, it is given up after ten seconds", async (at) => {
    const { landing } = await arrive(provider, { at, how: "silent" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const landed = vi.fn();
    const pending = landing().then(landed);
    while (!providers.asked.some((line) => line.endsWith(SILENT_AT[provider][at]))) await inAMoment();
    await vi.advanceTimersByTimeAsync(9999);
    await inAMoment();
    expect(landed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    await pending;
    expect(landed).toHaveBeenCalledWith({ path: "/", said: { error: `${provider}_oauth_failed`, provider } });
    expect(JSON.parse(logged.pop() ?? "{}")).toMatchObject({ step: at, reason: "too-late" });
  });

  it("by a token that opens nothing", async () => {
    await expectFailure(provider, { at: "token", how: "wrong-token" });
    expect(JSON.parse(logged.pop() ?? "{}")).toMatchObject({ step: "profile", reason: "status", status: 401 });
  });
});

describe("providers are where they are", () => {
  const hosts = (loopback?: string) =>
    PROVIDERS.flatMap((provider) => {
      const { authorize, token, profile, emails } = endpointsOf(loopback ? { PROVIDER_LOOPBACK: loopback } : {}, provider);
      return [authorize, token, profile, ...(emails ? [emails] : [])].map((url) => new URL(url).origin);
    });

  it("but for a server on this machine that is named", () => {
    expect(new Set(hosts("http://127.0.0.1:9911"))).toEqual(new Set(["http://127.0.0.1:9911"]));
    expect(new Set(hosts("http://localhost:80"))).toEqual(new Set(["http://localhost"]));
  });

  it.each([
    "http://evil.example",
    "http://127.0.0.1.evil.example:80",
    "http://127.0.0.1:80@evil.example",
    "https://127.0.0.1:80",
    "http://127.0.0.1:80/x",
    "http://localhost",
    "http://[::1]:80",
  ])("and for no other: %s", (loopback) => {
    expect(hosts(loopback)).toEqual(hosts());
    expect(hosts().every((origin) => /^https:\/\/.*\.?(google|googleapis|github|spotify)\.com$/.test(origin))).toBe(true);
  });
});

it("a fault of our own is told, too", async () => {
  const broken = { ...BINDINGS, APP_SECRET: "short" };
  const response = await newBrowser({ bindings: broken }).send("/auth/google");
  expect(response.status).toBe(500);
});
