import type { Locale } from "#app/i18n/config.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { newToken } from "#workers/crypto/random.ts";
import { openDb } from "./open-db.ts";
import { clientAddress } from "./read-request.ts";
import { readRequestLocale } from "./request-locale.ts";
import { type RoomAccessToken, readRoomAccessToken } from "./room-access-token.ts";

/** The session of a request. */
export type Session = {
  /** The hash of the session token. It cannot be used to sign in. */
  readonly id: string;
  readonly user: SessionUser;
  /** Whether a token or a ticket acts for the session. It may not administer the account. */
  readonly isByToken: boolean;
  /** The `Set-Cookie` header, if loading the session has renewed it. */
  readonly renewedCookie: string | null;
};

export type LoadSession = (incoming: {
  readonly env: Env;
  readonly db: Db;
  readonly request: Request;
  readonly nowMs: number;
}) => Promise<Session | null>;

type Incoming = {
  readonly env: Env;
  readonly request: Request;
  readonly execution: Pick<ExecutionContext, "waitUntil">;
};

/** The context that the handlers of one request share. The session is loaded on first use, at most once. */
export type RequestContext = {
  readonly env: Env;
  readonly db: Db;
  readonly nowMs: number;
  /** Names the request in logs and on error pages. 12 characters, chosen by the server. */
  readonly requestId: string;
  /** Allows the inline scripts of the page, if the response is one. */
  readonly nonce: string;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  /** The client's IP address, for rate limits. */
  readonly address: string;
  /** The language of the page, and of mail that the request causes. */
  readonly locale: Locale;
  /** Proves that the visitor entered a room's password. Null if the request carries none. */
  readonly roomAccessToken: RoomAccessToken | null;
  /** Null for a guest. */
  session(): Promise<Session | null>;
  /** Null for a guest. */
  user(): Promise<SessionUser | null>;
  /** The session if the request has used it, otherwise null. It is not loaded for this. */
  usedSession(): Promise<Session | null>;
};

export type AppEnv = { Bindings: Env; Variables: { requestContext: RequestContext } };

export async function createRequestContext(
  { env, request, execution }: Incoming,
  loadSession: LoadSession,
): Promise<RequestContext> {
  const db = openDb(env);
  const nowMs = Date.now();
  const facts: ContextFacts = {
    env,
    db,
    nowMs,
    requestId: newRequestId(),
    nonce: newToken(),
    waitUntil: (promise) => execution.waitUntil(promise),
    address: clientAddress(request),
    locale: await readRequestLocale(request),
    roomAccessToken: readRoomAccessToken(request),
  };
  return createContext(facts, () => loadSession({ env, db, request, nowMs }));
}

type ContextFacts = Omit<RequestContext, "session" | "user" | "usedSession">;

/** @param loadSession called at most once, when the session is first used */
export function createContext(facts: ContextFacts, loadSession: () => Promise<Session | null>): RequestContext {
  let loading: Promise<Session | null> | undefined;
  const session = () => {
    loading ??= loadSession();
    return loading;
  };
  return {
    ...facts,
    session,
    user: async () => (await session())?.user ?? null,
    // a session that could not be loaded has failed the request already
    usedSession: async () => (await loading?.catch(() => null)) ?? null,
  };
}

export function newRequestId(): string {
  return crypto.randomUUID().slice(-12);
}
