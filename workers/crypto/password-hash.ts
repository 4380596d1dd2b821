import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** scrypt as OWASP recommends: N = 2^15, r = 8, p = 3, 32 MiB. N·r·p stays under the platform's cap of 2^20. */
const COST: Cost = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** `ln` is log2 of N. */
type Cost = { readonly ln: number; readonly r: number; readonly p: number };
type ParsedHash = { readonly cost: Cost; readonly salt: Buffer; readonly key: Buffer };

/** `$scrypt$ln=15,r=8,p=3$salt$key`: a hash carries its own parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(password, { cost: COST, salt, keyBytes: KEY_BYTES });
  const { ln, r, p } = COST;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** `isOutdated`: the hash was made with other parameters than the current ones and should be renewed. */
export async function verifyPassword(encoded: string, password: string): Promise<{ isCorrect: boolean; isOutdated: boolean }> {
  const parsed = parseHash(encoded);
  if (!parsed) {
    await simulateVerification(password);
    return { isCorrect: false, isOutdated: false };
  }
  const key = await deriveKey(password, { ...parsed, keyBytes: parsed.key.length });
  const { ln, r, p } = parsed.cost;
  return { isCorrect: timingSafeEqual(key, parsed.key), isOutdated: ln !== COST.ln || r !== COST.r || p !== COST.p };
}

/** Takes as long as a real verification, so that response times do not reveal which accounts exist. */
export async function simulateVerification(password: string): Promise<void> {
  await deriveKey(password, { cost: COST, salt: Buffer.alloc(SALT_BYTES), keyBytes: KEY_BYTES });
}

function parseHash(encoded: string): ParsedHash | null {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(encoded);
  if (!match) return null;
  const [, ln = "", r = "", p = "", salt = "", key = ""] = match;
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

type KeyOptions = { readonly cost: Cost; readonly salt: Buffer; readonly keyBytes: number };

/** The derivation that is under way. */
let current: object | null = null;
let lastEndMs = 0;
const POLL_MS = 20;
/** After several seconds with the same derivation, its request was canceled. */
const POLLS_MAX = 200;
/**
 * A derivation takes about 140 ms: of the thread, or of another core if the server has a hasher. After one that has ended just now, the
 * next one of a crowd waits, so that the rooms are served in between.
 */
const REST_MS = 20;
const JUST_NOW_MS = 10;

/** Derives one key at a time. */
async function deriveKey(password: string, options: KeyOptions): Promise<Buffer> {
  const hasWaited = await waitForTurn();
  const own = {};
  current = own;
  try {
    if (hasWaited || Date.now() - lastEndMs < JUST_NOW_MS) await scheduler.wait(REST_MS);
    return await runScrypt(password, options);
  } finally {
    if (current === own) current = null;
    lastEndMs = Date.now();
  }
}

/** Returns whether another derivation was under way. */
async function waitForTurn(): Promise<boolean> {
  if (current === null) return false;
  let seen = current;
  for (let polls = 0; current !== null && polls < POLLS_MAX; polls++) {
    await scheduler.wait(POLL_MS * (1 + Math.random()));
    if (current !== seen) polls = 0;
    seen = current;
  }
  return true;
}

export type PasswordHasher = Pick<Fetcher, "fetch">;
let passwordHasher: PasswordHasher | undefined;

/** From now on, keys are derived elsewhere if there is a hasher: see `scripts/password-hasher.mjs`. */
export function setPasswordHasher(hasher: PasswordHasher | undefined): void {
  passwordHasher = hasher;
}

function runScrypt(password: string, { cost, salt, keyBytes }: KeyOptions): Promise<Buffer> {
  const N = 2 ** cost.ln;
  // the default of 32 MiB is just too small for these parameters
  const options = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r };
  const normalized = password.normalize("NFKC");
  if (passwordHasher)
    return runElsewhere(passwordHasher, { password: normalized, salt: salt.toString("base64"), keyBytes, options });
  return new Promise((resolve, reject) => {
    scrypt(normalized, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** The JSON that a hasher receives. It answers with the bytes of the key. */
export type Derivation = {
  readonly password: string;
  /** Base64. */
  readonly salt: string;
  readonly keyBytes: number;
  readonly options: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number };
};

async function runElsewhere(hasher: PasswordHasher, derivation: Derivation): Promise<Buffer> {
  const response = await hasher.fetch("http://hasher/", { method: "POST", body: JSON.stringify(derivation) });
  if (!response.ok) throw new Error(`the password hasher answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
