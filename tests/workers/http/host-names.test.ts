import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { HttpFailure } from "#app/protocol/http.ts";
import worker from "#workers/app.ts";

type Asked = { readonly url?: string; readonly bindings?: object; readonly language?: string };

/** The outcome of a request that a server of one's own receives with this `Host` header. */
async function ask(
  host: string,
  { url = `http://${host}`, bindings = { FOREIGN_HOSTS: "refuse" }, language = "en" }: Asked = {},
) {
  const request = new Request(new URL("/api/health", url), { headers: { Host: host, "Accept-Language": language } });
  const response = await worker.fetch(request as never, { ...env, ...bindings }, createExecutionContext());
  const body = await response.json<Partial<HttpFailure> & { message?: string }>();
  return { status: response.status, ...body };
}

const LOCAL = [
  ...["localhost", "localhost:8787", "LOCALHOST", "localhost.", "tutti.localhost:8787"],
  ...["127.0.0.1:8787", "192.168.1.20:8787", "8.8.8.8", "2130706433", "[::1]:8787", "[fd00::1]", "[::ffff:10.0.0.1]"],
  ...["tutti", "tutti:8787", "nas.local", "NAS.local.", "music.lan:8787", "music.home.arpa", "tutti.internal"],
];
const FOREIGN = [
  ...["evil.example", "EVIL.example:8787", "evil.example.", "127.0.0.1.evil.example", "localhost.evil.example"],
  ...["1.2.3.4.nip.io", "evil.local.example", "notlocal.example", "fritz.box", "xn--e1afmkfd.xn--p1ai"],
];

describe("a server of one's own without a public origin", () => {
  it.each(LOCAL)("answers at %s", async (host) => {
    expect(await ask(host)).toMatchObject({ status: 200, ok: true });
  });

  it.each(FOREIGN)("refuses %s", async (host) => {
    expect(await ask(host)).toMatchObject({ status: 421, code: "host-refused" });
  });

  it("refuses a host that the request's URL does not have, because a client has replaced one of them", async () => {
    expect(await ask("evil.example", { url: "http://localhost:8787" })).toMatchObject({ code: "host-refused" });
    expect(await ask("localhost:8787", { url: "http://evil.example" })).toMatchObject({ code: "host-refused" });
    expect(await ask("localhost:8787", { url: "http://127.0.0.1:8787" })).toMatchObject({ code: "host-refused" });
    expect(await ask("localhost:8787", { url: "http://localhost:8788" })).toMatchObject({ code: "host-refused" });
  });

  it.each([
    ["en", "Ask its operator to set PUBLIC_ORIGIN"],
    ["ru", "Попросите владельца сервера указать этот адрес в PUBLIC_ORIGIN"],
  ])("says what to do, in the language %s", async (language, text) => {
    expect((await ask("evil.example", { language })).message).toContain(text);
  });
});

describe("a server of one's own with a public origin", () => {
  const bindings = { FOREIGN_HOSTS: "refuse", PUBLIC_ORIGIN: "https://music.example:8443" };

  it.each(["music.example", "music.example:8443", "MUSIC.example:8787", ...LOCAL])("answers at %s", async (host) => {
    expect(await ask(host, { bindings })).toMatchObject({ status: 200 });
  });

  it.each(["blog.music.example", "example", "music.example.evil.example", ...FOREIGN].filter((host) => host.includes(".")))(
    "refuses %s",
    async (host) => expect(await ask(host, { bindings })).toMatchObject({ status: 421, code: "host-refused" }),
  );
});

it("the platform's hosts are not checked", async () => {
  expect(await ask("evil.example", { bindings: {} })).toMatchObject({ status: 200 });
});
