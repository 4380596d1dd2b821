import { fileNameFromLink, judgeContentType, type LinkRefusal, parseLink } from "#app/domain/imports/link-rules.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";

export type FetchedLink = {
  /** Where the redirects ended. */
  readonly url: URL;
  readonly fileName: string;
  /** What the server claims, if it does. What comes may be shorter or longer. */
  readonly sizeBytes: number | null;
  readonly body: ReadableStream<Uint8Array>;
};

export type FetchRefusal =
  /** The link, or one that it redirects to. */
  | { readonly reason: "link-refused"; readonly refusal: LinkRefusal }
  /** Anything but 200, and a redirect that does not say to where. */
  | { readonly reason: "status-refused"; readonly status: number }
  | { readonly reason: Simple };

type Simple =
  | "too-many-redirects"
  /** A redirect from https to http. */
  | "downgrade"
  /** No connection, or it broke before the headers. */
  | "unreachable"
  | "headers-too-late"
  | "aborted"
  /** A page, a picture, a text. */
  | "not-audio"
  | "too-large"
  | "empty";

export type FetchOptions = {
  /**
   * May lift one rule: it is asked about a loopback host, which `parseLink` refuses, and about nothing else. So a test
   * or a developer may say yes to a server of their own, while production says `() => false`; and no answer, not even
   * `() => true`, opens a private network, another protocol or a login.
   */
  readonly isAllowed: (url: URL) => boolean;
  readonly maxBytes: number;
  /** For all redirects together. */
  readonly headersWithinMs: number;
  /** Ends the body too. */
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
};

const REDIRECTS_MAX = 5;
/** RFC 9110 §15.4; 300 and 304 name no place to go on to. */
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** A Worker keeps no cookies. Packed, a file would not be as long as it is said to be. */
const HEADERS = { "User-Agent": "Tutti/1 (+link import)", Accept: "audio/*", "Accept-Encoding": "identity" };

/**
 * Asks for the file that a person's link names, one redirect after the other, so that each address is held to the
 * rules before anything is sent to it. The body of whatever is refused is cancelled; the other one is the caller's.
 */
export async function fetchLink(link: string, options: FetchOptions): Promise<Result<FetchedLink, FetchRefusal>> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(TOO_LATE), options.headersWithinMs);
  try {
    return await follow(link, { ...options, signal: AbortSignal.any([options.signal, late.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

async function follow(link: string, options: FetchOptions): Promise<Result<FetchedLink, FetchRefusal>> {
  let target = link;
  let from: URL | null = null;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const url = permit(target, from, options);
    if (!url.ok) return url;
    const response = await ask(url.value, options);
    if (!response.ok) return response;
    const { status, headers } = response.value;
    const location = REDIRECT_STATUSES.includes(status) ? headers.get("Location") : null;
    if (location === null) return accept(url.value, response.value, options.maxBytes);
    discard(response.value);
    from = url.value;
    target = resolve(location, from);
  }
  return refuse("too-many-redirects");
}

/** Empty, and so no link, where no address can be made of it. */
function resolve(location: string, from: URL): string {
  try {
    return new URL(location, from).href;
  } catch {
    // the parser throws for nothing else
    return "";
  }
}

function permit(target: string, from: URL | null, { isAllowed }: FetchOptions): Result<URL, FetchRefusal> {
  const parsed = parseLink(target);
  const isLifted = !parsed.ok && parsed.error === "loopback-host" && isAllowed(new URL(target));
  if (!parsed.ok && !isLifted) return fail({ reason: "link-refused", refusal: parsed.error });
  const url = parsed.ok ? parsed.value : new URL(target);
  return from?.protocol === "https:" && url.protocol === "http:" ? refuse("downgrade") : ok(url);
}

const TOO_LATE = "headers-too-late";

async function ask({ href }: URL, { fetch: send = fetch, signal }: FetchOptions): Promise<Result<Response, FetchRefusal>> {
  try {
    return ok(await send(href, { headers: HEADERS, redirect: "manual", signal }));
  } catch {
    // what went wrong out there is not for us to mend; why we gave up ourselves is known
    if (!signal.aborted) return refuse("unreachable");
    return refuse(signal.reason === TOO_LATE ? TOO_LATE : "aborted");
  }
}

function accept(url: URL, response: Response, maxBytes: number): Result<FetchedLink, FetchRefusal> {
  const { body, headers } = response;
  const sizeBytes = claimedBytes(headers);
  const refusal = judgeAnswer(response, sizeBytes, maxBytes);
  if (refusal || !body) {
    discard(response);
    return refusal ? fail(refusal) : refuse("empty");
  }
  return ok({ url, fileName: fileNameFromLink(url, headers.get("Content-Disposition")), sizeBytes, body });
}

function judgeAnswer({ status, headers }: Response, sizeBytes: number | null, maxBytes: number): FetchRefusal | null {
  if (status !== 200) return { reason: "status-refused", status };
  if (judgeContentType(headers.get("Content-Type")) === "refused") return { reason: "not-audio" };
  if (sizeBytes === 0) return { reason: "empty" };
  return sizeBytes !== null && sizeBytes > maxBytes ? { reason: "too-large" } : null;
}

/** Of a packed body, the length says nothing of the file. */
function claimedBytes(headers: Headers): number | null {
  const length = headers.get("Content-Length") ?? "";
  const isPlain = ["", "identity"].includes(headers.get("Content-Encoding")?.toLowerCase() ?? "");
  return isPlain && /^\d+$/.test(length) ? Number(length) : null;
}

function discard({ body }: Response): void {
  // it may have broken already; nobody waits for it
  body?.cancel().catch(() => undefined);
}

function refuse(reason: Simple): Result<never, FetchRefusal> {
  return fail({ reason });
}
