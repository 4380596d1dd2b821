import { sign as signToken, verify } from "hono/jwt";
import { z } from "zod";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { AccessToken } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { newToken } from "#workers/crypto/random.ts";
import { sign } from "#workers/crypto/signature.ts";
import type { Session } from "#workers/http/request-context.ts";
import { findSessionById } from "./sessions.ts";

const ALGORITHM = "HS256";
const ISSUER = "tutti";
const KEY_BYTES = 32;

const claimsSchema = z.object({ sid: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * A token that acts for a session where no cookie can be sent: it signs in clients of live queries, and is accepted as
 * `Authorization: Bearer`. A JSON Web Token, because clients read its times to request the next one.
 */
export async function createAccessToken(
  env: Env,
  { id, user }: Pick<Session, "id" | "user">,
  nowMs: number,
): Promise<AccessToken> {
  const issuedAtSec = Math.floor(nowMs / 1000);
  const expiresAtSec = issuedAtSec + connectionLimits.accessTokenMs / 1000;
  // clients do not accept the same token twice
  const claims = { iss: ISSUER, sub: user.id, sid: id, jti: newToken(), iat: issuedAtSec, exp: expiresAtSec };
  return { token: await signToken(claims, toKey(env), ALGORITHM), expiresAtMs: expiresAtSec * 1000 };
}

/** The session of a token. Null if the token is forged or has expired, or its session has ended. */
export async function verifyAccessToken(env: Env, db: Db, token: string): Promise<Session | null> {
  const payload = await verify(token, toKey(env), { alg: ALGORITHM, iss: ISSUER }).catch(() => null);
  const claims = claimsSchema.safeParse(payload);
  return claims.success ? findSessionById(db, claims.data.sid, Date.now()) : null;
}

function toKey({ APP_SECRET }: Env): string {
  return sign(APP_SECRET, "access-token", "key", KEY_BYTES);
}
