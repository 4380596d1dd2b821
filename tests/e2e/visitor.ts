import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import type { UserId } from "#app/domain/ids.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import type { FunctionAnswer } from "#app/protocol/function-envelope.ts";
import type { SessionAnswer } from "#app/protocol/http.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "#workers/functions/registry.ts";

/** A page that complains is a page that fails: tests say beforehand which complaints they expect. */
export const test = base.extend<{ readonly complaints: { expect(pattern: RegExp): void } }>({
  page: ({ page }, use) => use(inLife(page)),
  complaints: [
    async ({ page }, use) => {
      const expected: RegExp[] = [];
      const consoleErrors: string[] = [];
      watch(page, consoleErrors);
      await use({ expect: (pattern) => void expected.push(pattern) });
      expect(consoleErrors.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** What makes a browser a telephone, in Russian. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ru-RU" } as const;

/** A page of somebody else in the same test. */
export async function newPage(context: BrowserContext): Promise<Page> {
  return inLife(await context.newPage());
}

/** The browser knows nobody any more. A page that is open might ask once more as who it was, and be refused. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** Going to an address of the product takes until the page has come to life: what is pressed before is pressed in vain. */
function inLife(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (url.startsWith("/")) await page.waitForFunction(isAlive);
    return answer;
  };
  return page;
}

/** In the page: React has taken its buttons over. */
function isAlive(): boolean {
  const [button] = document.getElementsByTagName("button");
  return button !== undefined && Object.keys(button).some((key) => key.startsWith("__reactProps"));
}

/** The browser's own words when a sound context waits for a gesture, as ours does on purpose. */
const HARMLESS = /AudioContext was not allowed to start/;

export function watch(page: Page, consoleErrors: string[]): void {
  page.on("pageerror", (error) => consoleErrors.push(error.message));
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (isComplaint && !HARMLESS.test(message.text())) consoleErrors.push(message.text());
  });
}

/** Somebody with an account, through the front door of the product's own interface for scripts. */
export type Member = {
  readonly username: string;
  readonly email: string;
  readonly id: UserId;
  call<Name extends FunctionName>(
    kind: "query" | "mutation",
    name: Name,
    args: FunctionArgs<Name>,
  ): Promise<FunctionValue<Name>>;
  /** A room of theirs with these files in its playlist. */
  makeRoom(name: string, files?: readonly string[]): Promise<{ readonly id: string; readonly url: string }>;
  signIn(context: BrowserContext): Promise<void>;
};

/** The local server closes a connection that has been idle, sometimes while a request is on its way into it. */
const RETRIES = 2;
let members = 0;
export const PASSWORD = "correct horse";

export async function newMember(request: APIRequestContext, baseURL: string | undefined, name = "Mira"): Promise<Member> {
  members += 1;
  const username = `user_${Date.now().toString(36)}_${members}`.slice(0, 20);
  const email = `${username}@example.org`;
  const answer = await request.post("/api/auth/register", {
    // everybody registers at their own home: one address may only so often, and signing in ends the session one has
    headers: { "CF-Connecting-IP": `10.1.${members >> 8}.${members & 255}`, Cookie: "" },
    data: { name, username, email, password: PASSWORD },
    maxRetries: RETRIES,
  });
  expect(answer.status()).toBe(200);
  const { user }: SessionAnswer = await answer.json();
  if (!user) throw new Error("nobody was signed in");
  const cookie = (answer.headers()["set-cookie"] ?? "").split(";")[0] ?? "";
  const headers = { Cookie: cookie };

  const call: Member["call"] = async (kind, path, args) => {
    const data = { path, format: "json", args };
    const answered = await request.post(`/api/${kind}`, { headers, data, maxRetries: RETRIES });
    const body: FunctionAnswer<FunctionValue<typeof path>> = await answered.json();
    if (body.status === "error") throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body.value;
  };

  async function upload(roomId: string, file: string): Promise<void> {
    const bytes = readFileSync(file);
    const fileName = file.split("/").pop() ?? "";
    const announced = await call("mutation", "uploads.announce", { roomId, files: [{ fileName, sizeBytes: bytes.length }] });
    const [uploadId] = announced.uploadIds;
    if (!uploadId) throw new Error("nothing was announced");
    await call("mutation", "uploads.begin", { uploadId, sha256: createHash("sha256").update(bytes).digest("hex") });
    for (const { number, startByte, endByte } of planParts(bytes.length)) {
      const data = bytes.subarray(startByte, endByte);
      const part = await request.put(`/api/uploads/${uploadId}/parts/${number}`, { headers, data, maxRetries: RETRIES });
      expect(part.status()).toBe(200);
    }
    await call("mutation", "uploads.complete", { uploadId, hue: null, analysis: null });
  }

  return {
    username,
    email,
    id: user.id,
    call,
    async makeRoom(roomName, files = []) {
      const { id, room_url: url } = await call("mutation", "rooms.create", { name: roomName });
      for (const file of files) await upload(id, file);
      return { id, url };
    },
    async signIn(context) {
      const [cookieName = "", value = ""] = cookie.split("=");
      await context.addCookies([{ name: cookieName, value, url: baseURL ?? "", httpOnly: true, sameSite: "Lax" }]);
    },
  };
}

type Around = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
};

/** The page shows a room of somebody's own with these files in its playlist. */
export async function openOwnRoom({ page, context, request, baseURL }: Around, name: string, files: readonly string[] = []) {
  const mira = await newMember(request, baseURL);
  const { id, url } = await mira.makeRoom(name, files);
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  return { mira, id, url };
}

export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/audio/${name}`, import.meta.url));
}
