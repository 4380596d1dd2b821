import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FetchOptions, fetchLink } from "#workers/imports/fetch-link.ts";
import { CutError, type CutLimits, cutParts } from "#workers/imports/split-parts.ts";

/** What a body does next: it sends, waits forever, or breaks. */
type Step = Uint8Array | "stall" | "break";

const LOST = "Network connection lost.";
const SECOND_MS = 1000;

/** Counted up from 0, so that a byte in the wrong place shows. */
const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => i % 251);

/** A body that takes its steps when it is asked for more, and keeps account of it. */
function bodyOf(steps: readonly Step[], kind: "bytes" | "chunks" = "bytes") {
  const account = { stepsTaken: 0, isCancelled: false };
  const source = {
    async pull(controller: Pick<ReadableStreamDefaultController, "enqueue" | "error" | "close">) {
      const step = steps[account.stepsTaken++];
      if (step === "stall") await new Promise(() => undefined);
      else if (step === "break") controller.error(new Error(LOST));
      else if (step) controller.enqueue(step.slice());
      else controller.close();
    },
    cancel() {
      account.isCancelled = true;
    },
  };
  const body: ReadableStream<Uint8Array> =
    kind === "bytes" ? new ReadableStream({ type: "bytes", ...source }) : new ReadableStream(source, { highWaterMark: 0 });
  return { body, account };
}

type Page = { readonly status?: number; readonly headers?: Record<string, string>; readonly steps?: readonly Step[] };
const AUDIO = { "Content-Type": "audio/mpeg" };

/** Servers by address; one that is "silent" takes the request and says nothing. Unknown addresses cannot be reached. */
function webOf(pages: Record<string, Page | "silent">) {
  const requests: Request[] = [];
  const accounts = new Map<string, { isCancelled: boolean }>();
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    request.signal.throwIfAborted();
    const page = pages[request.url];
    if (!page) throw new Error(LOST);
    if (page === "silent") {
      return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
    }
    const { body, account } = bodyOf(page.steps ?? [bytes(10)]);
    accounts.set(request.url, account);
    return new Response(body, { status: page.status ?? 200, headers: page.headers ?? AUDIO });
  };
  return {
    fetch: answer,
    requests,
    asked: () => requests.map(({ url }) => url),
    cancelled: () => [...accounts].filter(([, account]) => account.isCancelled).map(([url]) => url),
  };
}

const redirect = (location: string, status = 302): Page => ({ status, headers: { Location: location } });

function fetchFrom(web: ReturnType<typeof webOf>, link: string, options: Partial<FetchOptions> = {}) {
  const { signal } = new AbortController();
  const usual = { isAllowed: () => false, maxBytes: 1000, headersWithinMs: 10 * SECOND_MS, signal, fetch: web.fetch };
  return fetchLink(link, { ...usual, ...options });
}

/** What it gives of a link that is good. */
async function fileFrom(web: ReturnType<typeof webOf>, link: string) {
  const got = await fetchFrom(web, link);
  if (!got.ok) throw new Error(got.error.reason);
  return got.value;
}

const refused = (reason: string, more = {}) => ({ ok: false, error: { reason, ...more } });

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  expect(vi.getTimerCount(), "timers left behind").toBe(0);
  vi.useRealTimers();
});

describe("a file from a link", () => {
  const SONG = "https://a.example.org/song.mp3";

  it("comes with its name and its size, asked for honestly", async () => {
    const headers = { ...AUDIO, "Content-Length": "10", "Content-Disposition": 'attachment; filename="My song.mp3"' };
    const web = webOf({ [SONG]: { headers } });
    const file = await fileFrom(web, SONG);
    expect(file).toMatchObject({ url: new URL(SONG), fileName: "My song.mp3", sizeBytes: 10 });
    expect(new Uint8Array(await new Response(file.body).arrayBuffer())).toEqual(bytes(10));
    const [request] = web.requests;
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      "user-agent": "Tutti/1 (+link import)",
      accept: "audio/*",
      "accept-encoding": "identity",
    });
    expect([request?.method, request?.redirect]).toEqual(["GET", "manual"]);
  });

  it.each([
    ["no length", {}],
    ["a nonsensical one", { "Content-Length": "10, 10" }],
    ["one of the packed body", { "Content-Length": "5", "Content-Encoding": "gzip" }],
  ])("has no known size by %s", async (_name, headers) => {
    const web = webOf({ [SONG]: { headers: { ...AUDIO, ...headers } } });
    expect((await fileFrom(web, SONG)).sizeBytes).toBeNull();
  });

  it("is found behind five redirects, and no more; none of their bodies stays open", async () => {
    const hops = [301, 302, 303, 307, 308].map((status, i) => [`https://a.example.org/${i}`, redirect(`${i + 1}`, status)]);
    const web = webOf({ ...Object.fromEntries(hops), "https://a.example.org/5": {}, [SONG]: redirect("0") });
    const file = await fileFrom(web, "https://a.example.org/0");
    expect([file.url.pathname, file.fileName]).toEqual(["/5", "5"]);
    expect(web.cancelled()).toEqual(web.asked().slice(0, 5));
    expect(await fetchFrom(web, SONG)).toEqual(refused("too-many-redirects"));
  });

  it("is not looked for in a circle", async () => {
    const web = webOf({ "http://a.org/": redirect("http://b.org/"), "http://b.org/": redirect("//a.org") });
    expect(await fetchFrom(web, "http://a.org/")).toEqual(refused("too-many-redirects"));
    expect(web.requests).toHaveLength(6);
  });

  it.each([
    ["http://10.0.0.1/a.mp3", "private-host"],
    ["http://[::ffff:a9fe:a9fe]/latest/meta-data", "private-host"],
    ["http://127.1:8080/a.mp3", "loopback-host"],
    ["file:///etc/passwd", "protocol-refused"],
    ["//user:secret@b.example.org/", "has-credentials"],
    ["//b.example.org:22/", "port-refused"],
    ["https://open.spotify.com/track/1", "service-page"],
    ["https://", "not-a-link"],
  ])("is asked for only where the rules allow, be it by a redirect: %s", async (location, refusal) => {
    const web = webOf({ [SONG]: redirect(location) });
    expect(await fetchFrom(web, SONG)).toEqual(refused("link-refused", { refusal }));
    expect(web.asked()).toEqual([SONG]);
    expect(web.cancelled()).toEqual([SONG]);
  });

  it("never comes by a redirect to an open line", async () => {
    const web = webOf({ [SONG]: redirect("http://b.org/"), "http://a.org/": redirect(`${SONG}?1`), [`${SONG}?1`]: {} });
    expect(await fetchFrom(web, SONG)).toEqual(refused("downgrade"));
    expect((await fetchFrom(web, "http://a.org/")).ok).toBe(true);
  });

  it("may come from the machine itself where a developer says so, and from nowhere else that is refused", async () => {
    const [own, other] = ["http://127.0.0.1:9000/a.mp3", "http://localhost:9001/"];
    const web = webOf({ [own]: {}, "http://a.org/": redirect(own), [other]: {}, "http://b.org/": redirect(other) });
    const isAllowed = ({ host }: URL) => host === "127.0.0.1:9000";
    expect((await fetchFrom(web, "http://a.org/", { isAllowed })).ok).toBe(true);
    expect(await fetchFrom(web, "http://b.org/", { isAllowed })).toEqual(refused("link-refused", { refusal: "loopback-host" }));
    const never = [
      "http://192.168.0.1/",
      "ftp://localhost/",
      "http://u@localhost/",
      "http://localhost:22/",
      "https://youtu.be/",
    ];
    for (const link of never) {
      expect(await fetchFrom(web, link, { isAllowed: () => true })).toMatchObject(refused("link-refused"));
      expect(web.asked()).not.toContain(link);
    }
  });

  it("has to show up in time, its redirects included", async () => {
    const web = webOf({ [SONG]: redirect("/slow"), "https://a.example.org/slow": "silent" });
    const got = fetchFrom(web, SONG);
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS - 1);
    expect(await Promise.race([got, "nothing yet"])).toBe("nothing yet");
    await vi.advanceTimersByTimeAsync(1);
    expect(await got).toEqual(refused("headers-too-late"));
  });

  it("is given up when nobody wants it any more, or nobody answers", async () => {
    const stop = new AbortController();
    const got = fetchFrom(webOf({ [SONG]: "silent" }), SONG, { signal: stop.signal });
    stop.abort();
    expect(await got).toEqual(refused("aborted"));
    expect(await fetchFrom(webOf({}), SONG)).toEqual(refused("unreachable"));
  });

  it.each([
    ["a status of 404", { status: 404 }, refused("status-refused", { status: 404 })],
    ["a status of 403", { status: 403 }, refused("status-refused", { status: 403 })],
    ["a piece that nobody asked for", { status: 206 }, refused("status-refused", { status: 206 })],
    ["a redirect to nowhere", { status: 302 }, refused("status-refused", { status: 302 })],
    ["a page", { headers: { "Content-Type": "text/html" } }, refused("not-audio")],
    ["too much", { headers: { ...AUDIO, "Content-Length": "1001" } }, refused("too-large")],
    ["nothing", { headers: { ...AUDIO, "Content-Length": "0" } }, refused("empty")],
  ])("is not %s, whose body is let go", async (_name, page, outcome) => {
    const web = webOf({ [SONG]: page });
    expect(await fetchFrom(web, SONG)).toEqual(outcome);
    expect(web.cancelled()).toEqual([SONG]);
  });

  it.each(["4", "500"])("is as long as what comes, though it claims %s bytes", async (claimed) => {
    const web = webOf({ [SONG]: { headers: { ...AUDIO, "Content-Length": claimed } } });
    expect((await take((await fileFrom(web, SONG)).body)).lengths).toEqual([8, 2]);
    expect((await take((await fileFrom(web, SONG)).body, { maxBytes: 9 })).failure).toBe("too-large");
  });
});

const PART_BYTES = 8;

function cut(body: ReadableStream<Uint8Array>, limits: Partial<CutLimits> = {}) {
  const { signal } = new AbortController();
  return cutParts(body, PART_BYTES, { maxBytes: 100, stalledAfterMs: SECOND_MS, signal, ...limits });
}

/** All parts, and what went wrong behind them. */
async function take(body: ReadableStream<Uint8Array>, limits: Partial<CutLimits> = {}) {
  const parts: Uint8Array[] = [];
  let error: unknown = null;
  try {
    for await (const part of cut(body, limits)) parts.push(part);
  } catch (thrown) {
    error = thrown;
  }
  if (error !== null && !(error instanceof CutError)) throw error;
  const all = Uint8Array.from(parts.flatMap((part) => [...part]));
  return { lengths: parts.map(({ length }) => length), all, failure: error?.failure ?? null, cause: error?.cause };
}

describe.each(["bytes", "chunks"] as const)("a stream of %s in parts", (kind) => {
  it.each([
    [0, 5, []],
    [5, 5, [5]],
    [8, 3, [8]],
    [24, 1, [8, 8, 8]],
    [25, 8, [8, 8, 8, 1]],
    [100, 33, [...Array.from({ length: 12 }, () => 8), 4]],
  ])("%i bytes that come by %i are cut evenly", async (length, chunkBytes, lengths) => {
    const count = Math.ceil(length / chunkBytes);
    const steps = Array.from({ length: count }, (_, i) => bytes(length).slice(i * chunkBytes, (i + 1) * chunkBytes));
    const { body, account } = bodyOf(steps, kind);
    expect(await take(body)).toEqual({ lengths, all: bytes(length), failure: null, cause: undefined });
    expect(account.isCancelled).toBe(false);
  });

  it("no more is read than the part takes that is wanted", async () => {
    const { body, account } = bodyOf([bytes(4), bytes(4), bytes(4), bytes(4)], kind);
    const parts = cut(body);
    expect((await parts.next()).value).toHaveLength(PART_BYTES);
    expect(account.stepsTaken).toBe(2);
    await parts.return();
    expect(account.isCancelled).toBe(true);
  });

  it("a byte too many ends it, and so does a break; what came before is there", async () => {
    const tooLong = bodyOf([bytes(8), bytes(8), bytes(8)], kind);
    expect(await take(tooLong.body, { maxBytes: 16 })).toMatchObject({ lengths: [8, 8], failure: "too-large" });
    expect(tooLong.account.isCancelled).toBe(true);
    const broken = await take(bodyOf([bytes(12), "break"], kind).body);
    expect(broken).toMatchObject({ lengths: [8], failure: "broken", cause: new Error(LOST) });
  });

  it("silence ends it, be it after hours of work on a part", async () => {
    const { body, account } = bodyOf([bytes(8), bytes(4), "stall"], kind);
    const parts = cut(body);
    await parts.next();
    await vi.advanceTimersByTimeAsync(3600 * SECOND_MS);
    const last = parts.next().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(SECOND_MS - 1);
    expect(await Promise.race([last, "nothing yet"])).toBe("nothing yet");
    await vi.advanceTimersByTimeAsync(1);
    expect(await last).toMatchObject({ name: "CutError", failure: "stalled" });
    expect(account.isCancelled).toBe(true);
  });

  it("whoever wanted it may stop: before it begins, between parts, or while nothing comes", async () => {
    for (const partsBefore of [0, 1, 2]) {
      const stop = new AbortController();
      const { body, account } = bodyOf([bytes(8), bytes(8), "stall"], kind);
      const parts = cut(body, { signal: stop.signal });
      for (let i = 0; i < partsBefore; i++) await parts.next();
      const next = partsBefore === 2 ? parts.next() : null;
      stop.abort();
      await expect(next ?? parts.next()).rejects.toMatchObject({ failure: "aborted" });
      expect(account.isCancelled).toBe(true);
    }
  });
});

it("chunks without a byte do not count as coming", async () => {
  const drip = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, SECOND_MS / 2));
      controller.enqueue(new Uint8Array(0));
    },
  });
  const taken = take(drip);
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(await Promise.race([taken, "nothing yet"])).toMatchObject({ failure: "stalled" });
  await vi.runOnlyPendingTimersAsync();
});
