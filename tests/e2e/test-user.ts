import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import type { UserId } from "#app/domain/ids.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import type { SessionResponse } from "#app/protocol/http.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "#workers/api/registry.ts";
import { PASSWORD, storeUser } from "./stored-user.ts";
import { expect } from "./test.ts";

/** A user who calls the HTTP API and can sign in to browser contexts. */
export type TestUser = {
  readonly username: string;
  readonly email: string;
  readonly id: UserId;
  /** The session cookie, for a `Cookie` header. */
  readonly cookie: string;
  /** The same user at another server with the same data. */
  on(request: APIRequestContext): Pick<TestUser, "call">;
  /** Calls a backend function as this user. Throws if the function refuses. */
  call<Name extends FunctionName>(
    kind: "query" | "mutation",
    name: Name,
    args: FunctionArgs<Name>,
  ): Promise<FunctionValue<Name>>;
  /** Creates a room and uploads these files to its playlist, in this order. */
  createRoom(name: string, files?: readonly string[]): Promise<{ readonly id: string; readonly url: string }>;
  /** Sets the session cookie in the context. Open pages need a reload. */
  signIn(context: BrowserContext): Promise<void>;
};

export { PASSWORD };

let users = 0;

/** Registers a user with `PASSWORD` through the HTTP API. */
export async function registerUser(request: APIRequestContext, baseURL: string | undefined, name = "Mira"): Promise<TestUser> {
  const names = pickNames();
  const response = await request.post("/api/auth/register", {
    // A separate address for each user stays below the rate limit; registering with a session would end that session.
    headers: { "CF-Connecting-IP": `10.1.${users >> 8}.${users & 255}`, Cookie: "" },
    data: { name, ...names, password: PASSWORD },
  });
  expect(response.status()).toBe(200);
  const { user }: SessionResponse = await response.json();
  if (!user) throw new Error("the registration did not sign in");
  const cookie = (response.headers()["set-cookie"] ?? "").split(";")[0] ?? "";
  return toTestUser({ request, baseURL }, { ...names, id: user.id, cookie });
}

/**
 * A signed-in user with `PASSWORD` of the server of the browser tests. Their rows are stored in its database: a registration
 * would keep the server from everything else for as long as it derives the password's hash.
 */
export async function createUser(request: APIRequestContext, baseURL: string | undefined, name = "Mira"): Promise<TestUser> {
  const names = pickNames();
  const { id, cookie } = await storeUser({ name, ...names });
  return toTestUser({ request, baseURL }, { ...names, id, cookie });
}

function pickNames() {
  users += 1;
  // two workers may create their first users in the same millisecond
  const worker = process.env.TEST_PARALLEL_INDEX ?? "";
  const username = `user_${Date.now().toString(36)}${worker}_${users}`.slice(0, 20);
  return { username, email: `${username}@example.org` };
}

type Server = { readonly request: APIRequestContext; readonly baseURL: string | undefined };

function toTestUser(
  { request, baseURL }: Server,
  { username, email, id: userId, cookie }: Pick<TestUser, "username" | "email" | "id" | "cookie">,
): TestUser {
  const session: Session = { request, headers: { Cookie: cookie } };
  const call: TestUser["call"] = (kind, path, args) => callFunction(session, kind, path, args);

  return {
    username,
    email,
    id: userId,
    cookie,
    call,
    on: (other) => ({ call: (kind, path, args) => callFunction({ ...session, request: other }, kind, path, args) }),
    async createRoom(roomName, files = []) {
      const { id, room_url: url } = await call("mutation", "rooms.create", { name: roomName });
      for (const file of files) await uploadFile(session, call, id, file);
      return { id, url };
    },
    async signIn(context) {
      const [cookieName = "", value = ""] = cookie.split("=");
      await context.addCookies([{ name: cookieName, value, url: baseURL ?? "", httpOnly: true, sameSite: "Lax" }]);
    },
  };
}

type Session = { readonly request: APIRequestContext; readonly headers: { readonly Cookie: string } };

async function callFunction<Name extends FunctionName>(
  { request, headers }: Session,
  kind: "query" | "mutation",
  path: Name,
  args: FunctionArgs<Name>,
): Promise<FunctionValue<Name>> {
  const data = { path, format: "json", args };
  const response = await request.post(`/api/${kind}`, { headers, data });
  const body: FunctionResponse<FunctionValue<Name>> = await response.json();
  if (body.status === "error") throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body.value;
}

/** Uploads a file the way the browser does, in parts, without an audio analysis. */
async function uploadFile({ request, headers }: Session, call: TestUser["call"], roomId: string, file: string): Promise<void> {
  const bytes = readFileSync(file);
  const fileName = file.split("/").pop() ?? "";
  const announced = await call("mutation", "uploads.announce", { roomId, files: [{ fileName, sizeBytes: bytes.length }] });
  const [uploadId] = announced.uploadIds;
  if (!uploadId) throw new Error("no upload was announced");
  await call("mutation", "uploads.begin", { uploadId, sha256: createHash("sha256").update(bytes).digest("hex") });
  for (const { number, startByte, endByte } of planParts(bytes.length)) {
    const data = bytes.subarray(startByte, endByte);
    const part = await request.put(`/api/uploads/${uploadId}/parts/${number}`, { headers, data });
    expect(part.status()).toBe(200);
  }
  await call("mutation", "uploads.complete", { uploadId, hue: null, analysis: null });
}

/** Fixtures of a Playwright test. */
export type TestContext = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
};

/** Opens a new room on the page, signed in as its owner, with these files in its playlist. */
export async function openOwnRoom(
  { page, context, request, baseURL }: TestContext,
  name: string,
  files: readonly string[] = [],
) {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom(name, files);
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  return { mira, id, url };
}
