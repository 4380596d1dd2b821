import type { SessionUser } from "#app/protocol/http.ts";
import { createDb, type Db } from "#db/client.ts";
import { readSession, type Session } from "#workers/accounts/sign-in/sessions.ts";
import { clientAddress } from "./read-request.ts";
import { type RequestLocale, requestLocale } from "./request-locale.ts";
import { type RoomAccessToken, readRoomAccessToken } from "./room-access-token.ts";

/** What the parts of one request share. The session is read at most once, and only if somebody asks. */
export type RequestContext = {
  readonly env: Env;
  readonly db: Db;
  readonly nowMs: number;
  /** For the inline scripts of the page that may answer. */
  readonly nonce: string;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  /** Where the request comes from, for counting tries. */
  readonly address: string;
  /** What mail that follows from the request is written in. */
  readonly locale: RequestLocale;
  /** What the visitor has for knowing a room's password. */
  readonly roomAccessToken: RoomAccessToken | null;
  session(): Promise<Session | null>;
  user(): Promise<SessionUser | null>;
  /** The cookie of a session that was read and prolonged. */
  renewedCookie(): Promise<string | null>;
};

export type AppEnv = { Bindings: Env; Variables: { requestContext: RequestContext } };

export function createRequestContext(
  env: Env,
  request: Request,
  execution: Pick<ExecutionContext, "waitUntil">,
): RequestContext {
  const db = createDb(env.DB);
  const nowMs = Date.now();
  let session: Promise<Session | null> | undefined;
  const read = () => {
    session ??= readSession(db, { request, nowMs });
    return session;
  };
  return {
    env,
    db,
    nowMs,
    nonce: crypto.randomUUID().replaceAll("-", ""),
    waitUntil: (promise) => execution.waitUntil(promise),
    address: clientAddress(request),
    locale: requestLocale(request),
    roomAccessToken: readRoomAccessToken(request),
    session: read,
    user: async () => (await read())?.user ?? null,
    renewedCookie: async () => (await session)?.setCookie ?? null,
  };
}
