const JSON_BYTES_MAX = 1024 * 1024;

/** The body as JSON, or undefined where it is none or too large to be a form or a call. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, JSON_BYTES_MAX);
  if (!bytes) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // whatever came is not JSON; the schema refuses `undefined`
    return undefined;
  }
}

/** The whole body, or null where it is longer than `maxBytes`; no more than that is ever held. */
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
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/** Who is on the other side, as far as the platform knows. Of IPv6, the /64 that one subscriber has for himself. */
export function clientAddress(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "local";
  if (!address.includes(":") || address.includes(".")) return address;
  const [before = [], after = []] = address.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const zeros: string[] = Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.slice(0, 4).join(":")}::/64`;
}
