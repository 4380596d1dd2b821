import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { pickAvatarColor } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { SESSION_COOKIE } from "#app/protocol/http.ts";
import { sendCommand } from "#scripts/control-socket.mjs";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { hashPassword } from "#workers/crypto/password-hash.ts";
import { newId, newToken, randomUint32 } from "#workers/crypto/random.ts";

export const PASSWORD = "correct horse";

/** The data folder of the server that the tests run against. */
export const DATA = ".wrangler/e2e";

type StoredUser = { readonly id: UserId /** For a `Cookie` header. */; readonly cookie: string };

/** One hash for all users of a test process: they have the same password. */
let passwordHash: Promise<string> | null = null;

/** Stores a user and a session of theirs, as a registration does, through the running server. */
export async function storeUser(names: Record<"name" | "username" | "email", string>): Promise<StoredUser> {
  const { username, email } = names;
  passwordHash ??= hashPassword(PASSWORD);
  const id = newId<UserId>();
  const token = newToken();
  const nowMs = Date.now();
  await insert("users", {
    id,
    name: toSingleLine(names.name),
    username,
    username_key: normalize(username),
    email,
    email_key: normalize(email),
    avatar: pickAvatarColor(randomUint32()),
    password_hash: await passwordHash,
    created_at_ms: nowMs,
  });
  await insert("sessions", {
    token_hash: hashToken(token),
    user_id: id,
    created_at_ms: nowMs,
    renewed_at_ms: nowMs,
    seen_at_ms: nowMs,
    browser: "",
    os: "",
    expires_at_ms: nowMs + accountLimits.sessionMs,
  });
  return { id, cookie: `${SESSION_COOKIE}=${token}` };
}

/** Makes all sessions of a user ten minutes older, so that they are no longer recent. */
export async function ageSessions(userId: UserId): Promise<void> {
  const older = (column: string) => `${column} = ${column} - ${accountLimits.recentSignInMs}`;
  await run(`UPDATE sessions SET ${older("created_at_ms")}, ${older("confirmed_at_ms")} WHERE user_id = '${userId}'`);
}

async function insert(table: string, row: Readonly<Record<string, string | number>>): Promise<void> {
  const values = Object.values(row).map((value) => (typeof value === "number" ? value : `'${value.replaceAll("'", "''")}'`));
  await run(`INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")})`);
}

async function run(sql: string): Promise<void> {
  const result = await sendCommand(DATA, { type: "query", sql });
  if (result === null) throw new Error(`no server uses the data folder ${DATA}`);
}
