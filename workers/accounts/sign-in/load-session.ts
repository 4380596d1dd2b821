import type { LoadSession } from "#workers/http/request-context.ts";
import { verifyAccessToken } from "./access-token.ts";
import { loadCookieSession } from "./sessions.ts";

const BEARER = /^Bearer (.+)$/i;

/** The session of a request, by its access token (`Authorization: Bearer`) or else by its cookie. Null for a guest. */
export const loadSession: LoadSession = async ({ env, db, request, nowMs }) => {
  const [, token] = BEARER.exec(request.headers.get("Authorization") ?? "") ?? [];
  if (token === undefined) return loadCookieSession(db, { request, nowMs });
  return verifyAccessToken(env, db, token);
};
