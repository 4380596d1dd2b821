import { classifyContentType, fileNameFromLink, type LinkError, parseLink } from "#app/domain/imports/link-rules.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { repeatOnce } from "#workers/http/repeat-once.ts";

export type FetchedLink = {
  /** The address after all redirects. */
  readonly url: URL;
  readonly fileName: string;
  /** The size that the server claims; the body may be shorter or longer. Null if it claims none. */
  readonly sizeBytes: number | null;
  readonly body: ReadableStream<Uint8Array>;
};

export type FetchRefusal =
  /** The link, or a redirect, breaks a rule. */
  | { readonly reason: "link-refused"; readonly refusal: LinkError }
  /** Any status except 200; a redirect status only without a location. */
  | { readonly reason: "status-refused"; readonly status: number }
  | { readonly reason: SimpleReason };

type SimpleReason =
  | "too-many-redirects"
  /** A redirect from https to http. */
  | "downgrade"
  /** No connection, or the connection failed before the headers. */
  | "unreachable"
  | "headers-too-late"
  | "aborted"
  /** A page, a picture or a text. */
  | "not-audio"
  | "too-large"
  | "empty";

export type FetchOptions = {
  /**
   * Whether an address that `parseLink` refuses only for its loopback host is allowed, for tests and development.
   */
  readonly isLoopbackAllowed: (url: URL) => boolean;
  /** The origin of a server that may be in a private network, which `fetch` reaches. Redirects to other private hosts are refused. */
  readonly privateOrigin?: string | null;
  readonly maxBytes: number;
  /** The time limit until the headers, for all redirects together. */
  readonly headersWithinMs: number;
  /** Aborts the request, and later the body. */
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
};

const REDIRECTS_MAX = 5;
/** RFC 9110 §15.4. The statuses 300 and 304 have no location to follow. */
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** They refuse compression, so that Content-Length is the size of the file. A Worker stores and sends no cookies. */
const HEADERS = { "User-Agent": "Tutti/1 (+link import)", Accept: "audio/*", "Accept-Encoding": "identity" };

/**
 * Requests the file that a person's link leads to. Redirects are followed one by one, so that each address is checked
 * against the rules before a request is sent to it. The bodies of refused responses are canceled; the caller reads or
 * cancels the body that is returned.
 */
export async function fetchLink(link: string, options: FetchOptions): Promise<Result<FetchedLink, FetchRefusal>> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(TOO_LATE), options.headersWithinMs);
  try {
    return await followRedirects(link, { ...options, signal: AbortSignal.any([options.signal, deadline.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

async function followRedirects(link: string, options: FetchOptions): Promise<Result<FetchedLink, FetchRefusal>> {
  let target = link;
  let from: URL | null = null;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const url = checkTarget(target, from, options);
    if (!url.ok) return url;
    const response = await request(url.value, options);
    if (!response.ok) return response;
    const { status, headers } = response.value;
    const location = REDIRECT_STATUSES.includes(status) ? headers.get("Location") : null;
    if (location === null) return toFetchedLink(url.value, response.value, options.maxBytes);
    cancelBody(response.value);
    from = url.value;
    target = resolveLocation(location, from);
  }
  return refuse("too-many-redirects");
}

/** Empty for an invalid location, which is then refused as a link. */
function resolveLocation(location: string, from: URL): string {
  try {
    return new URL(location, from).href;
  } catch {
    // URL throws only if it cannot parse its arguments
    return "";
  }
}

function checkTarget(target: string, from: URL | null, options: FetchOptions): Result<URL, FetchRefusal> {
  const parsed = parseLink(target);
  if (!parsed.ok && !isExempt(parsed.error, target, options)) return fail({ reason: "link-refused", refusal: parsed.error });
  const url = parsed.ok ? parsed.value : new URL(target);
  return from?.protocol === "https:" && url.protocol === "http:" ? refuse("downgrade") : ok(url);
}

function isExempt(error: LinkError, target: string, { isLoopbackAllowed, privateOrigin = null }: FetchOptions): boolean {
  if (error !== "private-host" && error !== "loopback-host") return false;
  const url = new URL(target);
  return url.origin === privateOrigin || (error === "loopback-host" && isLoopbackAllowed(url));
}

const TOO_LATE = "headers-too-late";

async function request({ href }: URL, { fetch: send = fetch, signal }: FetchOptions): Promise<Result<Response, FetchRefusal>> {
  try {
    // a body is never decompressed: it could be small and expand to any size, and a decoder could have a fault
    const init: RequestInit = { headers: HEADERS, redirect: "manual", encodeResponseBody: "manual", signal };
    return ok(await repeatOnce(() => send(href, init), signal));
  } catch {
    // a network error has no detail worth reporting; an abort has its reason
    if (!signal.aborted) return refuse("unreachable");
    return refuse(signal.reason === TOO_LATE ? TOO_LATE : "aborted");
  }
}

function toFetchedLink(url: URL, response: Response, maxBytes: number): Result<FetchedLink, FetchRefusal> {
  const { body, headers } = response;
  const sizeBytes = getClaimedBytes(headers);
  const refusal = checkResponse(response, sizeBytes, maxBytes);
  if (refusal || !body) {
    cancelBody(response);
    return refusal ? fail(refusal) : refuse("empty");
  }
  return ok({ url, fileName: fileNameFromLink(url, headers.get("Content-Disposition")), sizeBytes, body });
}

function checkResponse({ status, headers }: Response, sizeBytes: number | null, maxBytes: number): FetchRefusal | null {
  if (status !== 200) return { reason: "status-refused", status };
  if (classifyContentType(headers.get("Content-Type")) === "refused") return { reason: "not-audio" };
  if (sizeBytes === 0) return { reason: "empty" };
  return sizeBytes !== null && sizeBytes > maxBytes ? { reason: "too-large" } : null;
}

/** Null for a compressed body, whose length is not the size of the file. */
function getClaimedBytes(headers: Headers): number | null {
  const length = headers.get("Content-Length") ?? "";
  const isUncompressed = ["", "identity"].includes(headers.get("Content-Encoding")?.toLowerCase() ?? "");
  return isUncompressed && /^\d+$/.test(length) ? Number(length) : null;
}

function cancelBody({ body }: Response): void {
  // the body may have failed already, which makes the cancellation fail as well
  body?.cancel().catch(() => undefined);
}

function refuse(reason: SimpleReason): Result<never, FetchRefusal> {
  return fail({ reason });
}
