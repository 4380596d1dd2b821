import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import type { UserId } from "#app/domain/ids.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import type { SessionResponse } from "#app/protocol/http.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "#workers/api/registry.ts";
import { expect } from "./test.ts";

/** A registered user who calls the HTTP API and can sign in to browser contexts. */
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

export const PASSWORD = "correct horse";

let registeredUsers = 0;

/** Registers a user with `PASSWORD` through the HTTP API. */
export async function registerUser(request: APIRequestContext, baseURL: string | undefined, name = "Mira"): Promise<TestUser> {
  registeredUsers += 1;
  // two workers may register their first users in the same millisecond
  const worker = process.env.TEST_PARALLEL_INDEX ?? "";
  const username = `user_${Date.now().toString(36)}${worker}_${registeredUsers}`.slice(0, 20);
  const email = `${username}@example.org`;
  const response = await request.post("/api/auth/register", {
    // A separate address for each user stays below the rate limit; registering with a session would end that session.
    headers: { "CF-Connecting-IP": `10.1.${registeredUsers >> 8}.${registeredUsers & 255}`, Cookie: "" },
    data: { name, username, email, password: PASSWORD },
  });
  expect(response.status()).toBe(200);
  const { user }: SessionResponse = await response.json();
  if (!user) throw new Error("the registration did not sign in");
  const cookie = (response.headers()["set-cookie"] ?? "").split(";")[0] ?? "";
  const session: Session = { request, headers: { Cookie: cookie } };
  const call: TestUser["call"] = (kind, path, args) => callFunction(session, kind, path, args);

  return {
    username,
    email,
    id: user.id,
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
  const mira = await registerUser(request, baseURL);
  const { id, url } = await mira.createRoom(name, files);
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  return { mira, id, url };
}
