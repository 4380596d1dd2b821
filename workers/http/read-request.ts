import { fail, ok, type Result } from "#app/domain/result.ts";
import { isWithinJsonLimits, type JsonLimits } from "./json-limits.ts";

const JSON_BYTES_MAX = 1024 * 1024;
/** More than twice what the largest call has, an import of 500 tracks. */
const JSON_LIMITS: JsonLimits = { values: 20_000, levels: 32 };
const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i;

/**
 * The body parsed as JSON. Undefined if it is malformed, larger than 1 MiB, or has more values than any call. Refuses a body of another type: a form of another
 * site can send JSON as `text/plain`, while browsers ask this server before they send `application/json` for another site.
 */
export async function readJson(request: Request): Promise<Result<unknown, "not-json">> {
  if (!JSON_TYPE.test(request.headers.get("Content-Type") ?? "")) return fail("not-json");
  // a body that breaks off: the client has disconnected, which is no error of the server
  const bytes = await readBytes(request, JSON_BYTES_MAX).catch(() => null);
  if (!bytes) return ok(undefined);
  const text = new TextDecoder().decode(bytes);
  if (!isWithinJsonLimits(text, JSON_LIMITS)) return ok(undefined);
  try {
    return ok(JSON.parse(text));
  } catch {
    // malformed JSON; every schema rejects `undefined`
    return ok(undefined);
  }
}

/** The body of a request or a response. Null if it is longer than `maxBytes`; reading stops there. */
export async function readBytes(
  message: Pick<Body, "body"> & { readonly headers: Headers },
  maxBytes: number,
): Promise<Uint8Array | null> {
  if (Number(message.headers.get("Content-Length") ?? 0) > maxBytes) return null;
  if (!message.body) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of message.body) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return concat(chunks, length);
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** The client's IP address for rate limits. IPv6 is cut to its /64, which one subscriber is assigned. */
export function clientAddress(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "local";
  if (!address.includes(":") || address.includes(".")) return address;
  const [before = [], after = []] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros: string[] = Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.slice(0, 4).join(":")}::/64`;
}
