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
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) return null;
  if (!request.body) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
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

/** Who is on the other side, as far as the platform knows. */
export function clientAddress(request: Request): string {
  return request.headers.get("CF-Connecting-IP") ?? "local";
}
