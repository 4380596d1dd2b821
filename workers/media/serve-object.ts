import { SECOND_MS } from "#app/domain/units.ts";
import { failure } from "#workers/http/failure.ts";
import { limitLongBody } from "./long-body.ts";

/** Objects never change, and only the client that may read one may keep it. */
export const IMMUTABLE = "private, max-age=31536000, immutable";

type GrantCheck = () => Promise<boolean>;

type RequestedObject = {
  readonly bucket: R2Bucket;
  readonly key: string;
  /** A long response is aborted as soon as this returns false. */
  readonly isGranted?: GrantCheck;
};

/**
 * Answers a GET or HEAD request with an R2 object, including its range and its conditions (RFC 9110 §13 and §14).
 *
 * R2 evaluates both. This code does only what R2 leaves open: it ignores If-Range; it throws on conditions that it cannot
 * parse; it does not say which condition failed; and given the request's headers as `range`, it does not say whether it
 * applied the range, so that 200, 206 and 416 would look the same. Therefore the range is parsed here.
 */
export async function serveObject(
  { method, headers }: Request,
  { bucket, key, isGranted = async () => true }: RequestedObject,
): Promise<Response> {
  const requested = method === "GET" ? parseRange(headers.get("Range")) : null;
  const range = requested && (await isRangeCurrent(headers.get("If-Range"), bucket, key)) ? requested : null;
  const onlyIf = toConditions(headers);
  const object = await bucket.get(key, range ? { onlyIf, range } : { onlyIf }).catch(async (error) => {
    // R2 throws if the range has no byte of the object
    const stored = range && (await bucket.head(key));
    if (stored && isUnsatisfiable(range, stored.size)) return rangeNotSatisfiable(stored);
    throw error;
  });
  if (!object) return failure("not-found");
  if (object instanceof Response) return object;
  if (!("body" in object)) return new Response(null, { status: failedStatus(onlyIf), headers: toHeaders(object) });
  return range ? partialContent(object, isGranted) : wholeContent(object, isGranted);
}

type ByteRange = { readonly offset: number; readonly length?: number } | { readonly suffix: number };

/** Parses a single range of bytes. Null if there are several, which RFC 9110 §14.2 allows to ignore, or none that is valid. */
function parseRange(header: string | null): ByteRange | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "") return last === "" ? null : { suffix: Number(last) };
  if (last === "") return { offset: Number(first) };
  return Number(last) < Number(first) ? null : { offset: Number(first), length: Number(last) - Number(first) + 1 };
}

function isUnsatisfiable(range: ByteRange, sizeBytes: number): boolean {
  return "suffix" in range ? range.suffix === 0 : range.offset >= sizeBytes;
}

/** False if the client has the beginning of another version, and needs the whole object instead of a range. */
async function isRangeCurrent(ifRange: string | null, bucket: R2Bucket, key: string): Promise<boolean> {
  if (ifRange === null) return true;
  const object = await bucket.head(key);
  return object !== null && [object.httpEtag, object.uploaded.toUTCString()].includes(ifRange.trim());
}

/** The conditions of a request in the form that R2 accepts. A date that cannot be parsed is no condition. */
function toConditions(headers: Headers): Headers {
  const conditions = new Headers();
  for (const name of ["If-Match", "If-None-Match"]) {
    const value = headers.get(name);
    // a list without a valid tag matches no object
    if (value !== null) conditions.set(name, (value.match(/\*|(?:W\/)?"[^"]*"/g) ?? ['""']).join(", "));
  }
  const modifiedSinceMs = Date.parse(headers.get("If-Modified-Since") ?? "");
  if (!Number.isNaN(modifiedSinceMs)) conditions.set("If-Modified-Since", new Date(modifiedSinceMs).toUTCString());
  const unmodifiedSinceMs = Date.parse(headers.get("If-Unmodified-Since") ?? "");
  // HTTP includes the given second, and R2 does not
  const beforeMs = unmodifiedSinceMs + SECOND_MS;
  if (!Number.isNaN(beforeMs)) conditions.set("If-Unmodified-Since", new Date(beforeMs).toUTCString());
  return conditions;
}

/** The status of a response without content. A request with conditions of both kinds gets 412. */
function failedStatus(conditions: Headers): 304 | 412 {
  return conditions.has("If-Match") || conditions.has("If-Unmodified-Since") ? 412 : 304;
}

function wholeContent(object: R2ObjectBody, isGranted: GrantCheck): Response {
  const headers = toHeaders(object);
  headers.set("Content-Length", String(object.size));
  return new Response(limitLongBody({ stream: object.body, length: object.size, isGranted }), { headers });
}

function partialContent(object: R2ObjectBody, isGranted: GrantCheck): Response {
  const { offset = 0, length = 0 } = { offset: 0, length: 0, ...object.range };
  const headers = toHeaders(object);
  headers.set("Content-Length", String(length));
  headers.set("Content-Range", `bytes ${offset}-${offset + length - 1}/${object.size}`);
  return new Response(limitLongBody({ stream: object.body, length, isGranted }), { status: 206, headers });
}

function rangeNotSatisfiable(object: R2Object): Response {
  const headers = toHeaders(object);
  headers.set("Content-Range", `bytes */${object.size}`);
  return new Response(null, { status: 416, headers });
}

function toHeaders(object: R2Object): Headers {
  const headers = new Headers({
    ETag: object.httpEtag,
    "Last-Modified": object.uploaded.toUTCString(),
    "Accept-Ranges": "bytes",
    "Cache-Control": IMMUTABLE,
  });
  object.writeHttpMetadata(headers);
  return headers;
}
