import { beforeEach, describe, expect, it, vi } from "vitest";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { ProviderFault } from "#tests/support/fake-providers.ts";
import { getProviderEndpoints } from "#workers/accounts/providers/provider-endpoints.ts";
import {
  authorizeAtProvider,
  BINDINGS,
  createBrowser,
  createProviderAccount,
  followCallback,
  installFakeProviders,
  providers,
} from "./provider-browser.ts";

installFakeProviders();

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(line));
});

/** Waits in real time while timers are faked. */
const realTimeout = setTimeout;
const waitBriefly = () => new Promise((resolve) => realTimeout(resolve, 5));

const SILENT_AT = {
  google: { token: "/google/token", profile: "/google/userinfo", emails: "" },
  github: { token: "/github/token", profile: "/github/user", emails: "/github/user/emails" },
  spotify: { token: "/spotify/token", profile: "/spotify/me", emails: "" },
};

const FAULTS = ["status-500", "garbage", "error-body", "huge", "redirect"] as const;
const REASONS = {
  "status-500": "status",
  garbage: "malformed",
  "error-body": "malformed",
  huge: "too-large",
  redirect: "status",
};

async function prepareCallback(provider: Provider, fault: ProviderFault) {
  providers.setAccount(provider, createProviderAccount());
  providers.setFault(provider, fault);
  const browser = createBrowser();
  const callback = await authorizeAtProvider(await browser.startAuthorization(`/auth/${provider}`));
  return { browser, finish: () => followCallback(browser, callback) };
}

async function expectFailure(provider: Provider, fault: ProviderFault) {
  const { browser, finish } = await prepareCallback(provider, fault);
  expect(await finish()).toEqual({ path: "/", params: { error: `${provider}_oauth_failed`, provider } });
  expect(await browser.fetchUser()).toBeUndefined();
}

describe.each(PROVIDERS)("a failure of %s", (provider) => {
  const steps = provider === "github" ? (["token", "profile", "emails"] as const) : (["token", "profile"] as const);

  it.each(steps)("in the %s request is reported to the user and logged", async (at) => {
    for (const how of FAULTS) {
      await expectFailure(provider, { at, how });
      expect(JSON.parse(logged.pop() ?? "{}")).toMatchObject({ where: "provider", provider, step: at, reason: REASONS[how] });
    }
    // a redirect is not followed: it would send the token to another address
    expect(logged).toEqual([]);
  });

  it.each(steps)("in the %s request without a response is given up after ten seconds", async (at) => {
    const { finish } = await prepareCallback(provider, { at, how: "silent" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const finished = vi.fn();
    const pending = finish().then(finished);
    while (!providers.receivedRequests.some((line) => line.endsWith(SILENT_AT[provider][at]))) await waitBriefly();
    await vi.advanceTimersByTimeAsync(9999);
    await waitBriefly();
    expect(finished).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    await pending;
    expect(finished).toHaveBeenCalledWith({ path: "/", params: { error: `${provider}_oauth_failed`, provider } });
    expect(JSON.parse(logged.pop() ?? "{}")).toMatchObject({ step: at, reason: "too-late" });
  });

  it("that rejects its own token is reported too", async () => {
    await expectFailure(provider, { at: "token", how: "wrong-token" });
    expect(JSON.parse(logged.pop() ?? "{}")).toMatchObject({ step: "profile", reason: "status", status: 401 });
  });
});

it.each(PROVIDERS)("a request to %s whose connection was closed is sent once more", async (provider) => {
  providers.setAccount(provider, createProviderAccount());
  const browser = createBrowser();
  const callback = await authorizeAtProvider(await browser.startAuthorization(`/auth/${provider}`));
  const respond = vi.mocked(fetch).getMockImplementation();
  const closed = new Set<string>();
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    const { url } = new Request(input, init);
    if (!respond || !closed.has(url)) {
      closed.add(url);
      throw new TypeError("the connection was closed");
    }
    return respond(input, init);
  });
  await followCallback(browser, callback);
  expect(closed.size).toBe(provider === "github" ? 3 : 2);
  expect(await browser.fetchUser()).toBeDefined();
});

describe("the endpoints of providers", () => {
  const hosts = (loopback?: string) =>
    PROVIDERS.flatMap((provider) => {
      const { authorize, token, profile, emails } = getProviderEndpoints(
        loopback ? { PROVIDER_LOOPBACK: loopback } : {},
        provider,
      );
      return [authorize, token, profile, ...(emails ? [emails] : [])].map((url) => new URL(url).origin);
    });

  it("can be replaced by those of a local server", () => {
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
  ])("cannot be replaced by %s", (loopback) => {
    expect(hosts(loopback)).toEqual(hosts());
    expect(hosts().every((origin) => /^https:\/\/.*\.?(google|googleapis|github|spotify)\.com$/.test(origin))).toBe(true);
  });
});

it("an internal error is answered with status 500", async () => {
  const broken = { ...BINDINGS, APP_SECRET: "short" };
  const response = await createBrowser({ bindings: broken }).send("/auth/google");
  expect(response.status).toBe(500);
});
