import { randomBytes } from "node:crypto";
import type { LaunchOptions, Page } from "@playwright/test";
import { LOBBY_VERSION } from "#app/protocol/lobby-messages.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { sendCommand } from "#scripts/control-socket.mjs";
import { test as base, expect } from "../test.ts";
import { PASSWORD, registerUser, type TestUser } from "../test-user.ts";
import { writeLongTrack } from "../wav-files.ts";
import { createDataFolder, type OwnServer, startOwnServer } from "./own-server.ts";
import { HOST, listMissingPrograms, PROXIES, send, startProxy } from "./proxy.ts";

const SERVER_PORT = Number(process.env.E2E_PORT ?? 8788) + 38;
/** The proxies run one after the other at the same port, which the server's public origin contains. */
const PORT = SERVER_PORT + 1;
const ORIGIN = `https://${HOST}:${PORT}`;
const SIBLING = `https://blog.${HOST}:${PORT}`;
const EVIL = "https://evil.example";
const FOREIGN_ORIGINS = [EVIL, SIBLING, `https://${HOST}:${PORT + 1}`, `http://${HOST}:${PORT}`, "null"];
const SOCKETS = [`/api/rooms/ROOM/socket?v=${PROTOCOL_VERSION}`, `/api/lobby/socket?v=${LOBBY_VERSION}`, "/api/1.48.0/sync"];
/** Paths that are a URL of another host where they are resolved as a reference. */
const OTHER_HOSTS = ["//evil.example", "///evil.example", "/.//evil.example", "/x/..//evil.example", "/%2e//evil.example"];
const JSON_TYPE = { "Content-Type": "application/json" };

/** A browser that finds the proxy under all names. */
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), "--host-resolver-rules=MAP *.example 127.0.0.1"];
      return use({ ...launchOptions, args });
    },
    { scope: "worker" },
  ],
});
test.use({ baseURL: ORIGIN, ignoreHTTPSErrors: true });
test.describe.configure({ mode: "default" });

let server: OwnServer;
let mira: TestUser;
let room: { readonly id: string; readonly url: string };

test.beforeAll(async ({ playwright }) => {
  const vars = { PUBLIC_ORIGIN: ORIGIN };
  server = await startOwnServer({ data: createDataFolder(), port: SERVER_PORT, apiRequest: playwright.request, vars });
  mira = await registerUser(server.request, server.origin);
  room = await mira.createRoom("Behind a proxy", [writeLongTrack("Night tram")]);
  await mira.call("mutation", "rooms.command", { id: room.id, command: { type: "play" } });
});
test.afterAll(() => server?.stop());

test("a server without a proxy does not take its origin from the headers of the local runtime", async () => {
  const data = { path: "rooms:create", format: "json", args: { name: "Forged" } };
  for (const url of [`${EVIL}/api/mutation`, `${server.origin}/api/mutation`]) {
    const headers = { Cookie: mira.cookie, Origin: new URL(url).origin, "MF-Original-URL": url };
    expect((await server.request.post("/api/mutation", { headers, data })).status()).toBe(403);
  }
});

for (const name of PROXIES) {
  test.describe(`through ${name}`, () => {
    let proxy: { stop(): Promise<void> } | undefined;

    test.beforeAll(async () => {
      const missing = listMissingPrograms(name);
      // the list of results does not show the reason
      if (missing.length > 0) console.log(`    skipped the tests through ${name}: ${missing.join(", ")} is not installed`);
      test.skip(missing.length > 0, `not installed on this machine: ${missing.join(", ")}`);
      proxy = await startProxy(name, { port: PORT, serverPort: SERVER_PORT });
    });
    test.afterAll(() => proxy?.stop());

    test("a person signs in and listens in a room", async ({ page, context }) => {
      await signIn(page);
      const cookies = (await context.cookies(ORIGIN)).filter(({ name: cookie }) => cookie.includes("tutti"));
      expect(cookies.map((cookie) => cookie.name).sort()).toEqual(["__Host-tutti_browser", "__Host-tutti_session"]);
      for (const cookie of cookies) {
        expect(cookie).toMatchObject({ domain: HOST, path: "/", secure: true, httpOnly: true, sameSite: "Lax" });
      }
      let messages = 0;
      page.on("websocket", (socket) => {
        if (socket.url().startsWith(`wss://${HOST}:${PORT}/api/rooms/`)) socket.on("framereceived", () => messages++);
      });
      const part = page.waitForResponse((response) => response.url().includes("/media/audio/") && response.status() === 206);
      await page.goto(`/room/${room.url}`);
      // the person has pressed a key on this site, so the browser lets the page play
      expect((await part).headers()["content-range"]).toMatch(/^bytes \d+-\d+\/\d+$/);
      await expect.poll(() => messages).toBeGreaterThan(0);
    });

    test("a page of another site and a sibling of the host cannot act for a person", async ({
      page,
      context,
      allowConsoleErrors,
    }) => {
      allowConsoleErrors(/status of 40[03]/);
      await signIn(page);
      const before = await context.cookies(ORIGIN);
      await context.route(`${EVIL}/**`, (route) => route.fulfill({ contentType: "text/html", body: loginForm() }));
      await context.route(`${SIBLING}/**`, (route) => route.fulfill({ contentType: "text/html", body: "<p>Blog</p>" }));
      for (const path of ["/api/auth/login", "//evil.example/api/auth/login"]) {
        await page.goto(`${EVIL}/?${path}`);
        const answered = page.waitForResponse((response) => response.request().method() === "POST");
        await page.getByRole("button").click();
        expect((await answered).status()).toBe(path.startsWith("//") ? 400 : 403);
      }
      await page.goto(`${SIBLING}/`);
      await page.evaluate((domain) => {
        for (const cookie of ["tutti_session", "__Secure-tutti_session", "__Host-tutti_session"]) {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API refuses the domain
          document.cookie = `${cookie}=foreign; Domain=${domain}; Path=/; Secure`;
        }
      }, HOST);
      const after = (await context.cookies(ORIGIN)).filter(({ value }) => value !== "foreign");
      expect(after).toEqual(before);
      const foreign = (await context.cookies(ORIGIN)).filter(({ value }) => value === "foreign").map((cookie) => cookie.name);
      expect(foreign.sort()).toEqual(["__Secure-tutti_session", "tutti_session"]);
      await page.goto("/protected");
      await expect(page.getByText(`You're signed in as Mira, @${mira.username}.`)).toBeVisible();
    });

    test("foreign origins are refused, on all sockets and for writes", async () => {
      const socketHeaders = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", Cookie: mira.cookie };
      const open = (path: string, origin: string | readonly string[]) => {
        const headers = { ...socketHeaders, "Sec-WebSocket-Key": randomBytes(16).toString("base64"), Origin: origin };
        return send(PORT, path.replace("ROOM", room.id), { headers }).then(({ status }) => status);
      };
      const write = (origin: string | readonly string[], path = "/api/mutation", type = "application/json") => {
        const body = JSON.stringify({ path: "rooms:create", format: "json", args: { name: "Forged" } });
        const headers = { "Content-Type": type, Cookie: mira.cookie, Origin: origin };
        return send(PORT, path, { method: "POST", headers, body }).then(({ status }) => status);
      };
      for (const path of SOCKETS) {
        expect([path, await open(path, ORIGIN)]).toEqual([path, 101]);
        for (const origin of FOREIGN_ORIGINS) expect([path, origin, await open(path, origin)]).toEqual([path, origin, 403]);
        expect([path, await open(path, [ORIGIN, EVIL])]).toEqual([path, 403]);
        for (const prefix of OTHER_HOSTS) expect([prefix, await open(prefix + path, EVIL)]).toEqual([prefix, 400]);
        // Caddy encodes the backslash, and there is no such path
        expect([400, 404]).toContain(await open(`/\\evil.example${path}`, EVIL));
      }
      const rooms = async () => (await mira.call("query", "rooms.getUserRoomsWithAuthors", { userId: mira.id })).total;
      const before = await rooms();
      for (const origin of FOREIGN_ORIGINS) expect([origin, await write(origin)]).toEqual([origin, 403]);
      for (const origin of [EVIL, ORIGIN]) {
        for (const prefix of OTHER_HOSTS)
          expect([prefix, await write(origin, `${prefix}/api/mutation`)]).toEqual([prefix, 400]);
        expect([400, 403, 405]).toContain(await write(origin, "/\\evil.example/api/mutation"));
      }
      expect(await write(ORIGIN, "/api/mutation", "text/plain")).toBe(415);
      expect(await rooms()).toBe(before);
      expect([await write(ORIGIN), await rooms()]).toEqual([200, before + 1]);
    });

    test("another host is not answered", async () => {
      for (const host of ["evil.example", `blog.${HOST}`, `evil.example:${PORT}`]) {
        for (const serverName of [HOST, host.replace(/:.*/, "")]) {
          const received = await send(PORT, "/api/health", { headers: { Host: host }, serverName }).catch(() => null);
          // Caddy ends the connection, or answers without asking the server
          const isAnswered = received !== null && received.status < 400 && received.text !== "";
          expect([host, serverName, isAnswered]).toEqual([host, serverName, false]);
        }
      }
    });

    test("headers that a client forges have no effect", async () => {
      const forged = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "http",
        "X-Forwarded-For": "203.0.113.7",
        Forwarded: "for=203.0.113.7;host=evil.example;proto=http",
        "CF-Connecting-IP": "203.0.113.7",
        "CF-Ray": "230b030023ae2822-SJC",
        "MF-Original-URL": "http://evil.example/api/nothing",
        "MF-Route-Override": "nothing",
        "MF-CF-Blob": "{",
        "MF-Proxy-Shared-Secret": "guess",
        "MF-Disable-Pretty-Error": "true",
      };
      expect(await send(PORT, "/api/health", { headers: forged })).toMatchObject({ status: 200, text: '{"ok":true}' });
      const page = await send(PORT, "/", { headers: forged });
      expect(page.text).toContain(`content="${ORIGIN}/"`);
      expect(page.text).not.toContain("evil.example");
      const body = JSON.stringify({ emailOrUsername: mira.username, password: PASSWORD });
      const signedIn = await send(PORT, "/api/auth/login", { method: "POST", headers: { ...JSON_TYPE, ...forged }, body });
      expect(String(signedIn.headers["set-cookie"])).toMatch(/^__Host-tutti_session=\w+; .*Secure/);
      const wrong = JSON.stringify({ emailOrUsername: "nobody", password: "wrong horse" });
      await send(PORT, "/api/auth/login", { method: "POST", headers: { ...JSON_TYPE, ...forged }, body: wrong });
      const counted = JSON.stringify(await sendCommand(server.data, { type: "query", sql: "SELECT key FROM attempts" }));
      expect(counted).toContain("127.0.0.1");
      expect(counted).not.toContain("203.0.113.7");
    });
  });
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/auth?redirect=/protected");
  await page.getByLabel("Email or username").fill(mira.username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`You're signed in as Mira, @${mira.username}.`)).toBeVisible();
}

/** A form that would sign the visitor in to the account of an attacker. Its action is the query of the page. */
function loginForm(): string {
  return `<form method="post" enctype="text/plain"><input type="hidden" name='{"emailOrUsername":"attacker","x":"' value='","password":"correct horse"}'>
<button>Win</button></form><script>document.forms[0].action = "${ORIGIN}" + location.search.slice(1)</script>`;
}
