import { describe, expect, it, vi } from "vitest";
import { SECOND_MS } from "#app/domain/units.ts";
import { type FetchOptions, fetchLink } from "#workers/imports/fetch-link.ts";
import { readParts } from "./read-parts.ts";
import { bytes, createBody, installFakeTimers, LOST, type Step } from "./response-bodies.ts";

type Page = { readonly status?: number; readonly headers?: Record<string, string>; readonly steps?: readonly Step[] };
type Web = { readonly fetch: typeof fetch };
const AUDIO = { "Content-Type": "audio/mpeg" };

/** Servers by address. A "silent" one accepts the request and never responds; unknown addresses are unreachable. */
function createWeb(pages: Record<string, Page | "silent">) {
  const requests: Request[] = [];
  const logs = new Map<string, { isCanceled: boolean }>();
  const respond: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    request.signal.throwIfAborted();
    const page = pages[request.url];
    if (!page) throw new Error(LOST);
    if (page === "silent") {
      return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
    }
    const { body, log } = createBody(page.steps ?? [bytes(10)]);
    logs.set(request.url, log);
    return new Response(body, { status: page.status ?? 200, headers: page.headers ?? AUDIO });
  };
  return {
    fetch: respond,
    requests,
    requestedUrls: () => requests.map(({ url }) => url),
    canceledUrls: () => [...logs].filter(([, log]) => log.isCanceled).map(([url]) => url),
  };
}

const redirect = (location: string, status = 302): Page => ({ status, headers: { Location: location } });

function fetchFrom(web: Web, link: string, options: Partial<FetchOptions> = {}) {
  const { signal } = new AbortController();
  const defaults = {
    isLoopbackAllowed: () => false,
    maxBytes: 1000,
    headersWithinMs: 10 * SECOND_MS,
    signal,
    fetch: web.fetch,
  };
  return fetchLink(link, { ...defaults, ...options });
}

/** The file of a link that is accepted. */
async function fetchFile(web: Web, link: string) {
  const fetched = await fetchFrom(web, link);
  if (!fetched.ok) throw new Error(fetched.error.reason);
  return fetched.value;
}

const refused = (reason: string, more = {}) => ({ ok: false, error: { reason, ...more } });

installFakeTimers();

describe("a file from a link", () => {
  it("is never decompressed", async () => {
    const send = vi.fn(createWeb({ "https://music.example/a.mp3": {} }).fetch);
    await fetchFrom(createWeb({}), "https://music.example/a.mp3", { fetch: send });
    expect(send).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ encodeResponseBody: "manual" }));
  });

  const SONG = "https://a.example.org/song.mp3";

  it("has its name and size, and is requested with an honest User-Agent", async () => {
    const headers = { ...AUDIO, "Content-Length": "10", "Content-Disposition": 'attachment; filename="My song.mp3"' };
    const web = createWeb({ [SONG]: { headers } });
    const file = await fetchFile(web, SONG);
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
    ["an invalid length", { "Content-Length": "10, 10" }],
    ["the length of a compressed body", { "Content-Length": "5", "Content-Encoding": "gzip" }],
  ])("has no known size with %s", async (_name, headers) => {
    const web = createWeb({ [SONG]: { headers: { ...AUDIO, ...headers } } });
    expect((await fetchFile(web, SONG)).sizeBytes).toBeNull();
  });

  it("is found after at most five redirects, whose bodies are canceled", async () => {
    const hops = [301, 302, 303, 307, 308].map((status, i) => [`https://a.example.org/${i}`, redirect(`${i + 1}`, status)]);
    const web = createWeb({ ...Object.fromEntries(hops), "https://a.example.org/5": {}, [SONG]: redirect("0") });
    const file = await fetchFile(web, "https://a.example.org/0");
    expect([file.url.pathname, file.fileName]).toEqual(["/5", "5"]);
    expect(web.canceledUrls()).toEqual(web.requestedUrls().slice(0, 5));
    expect(await fetchFrom(web, SONG)).toEqual(refused("too-many-redirects"));
  });

  it("is refused after a redirect loop", async () => {
    const web = createWeb({ "http://a.org/": redirect("http://b.org/"), "http://b.org/": redirect("//a.org") });
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
  ])("is not requested from an address that the rules refuse, even through a redirect: %s", async (location, refusal) => {
    const web = createWeb({ [SONG]: redirect(location) });
    expect(await fetchFrom(web, SONG)).toEqual(refused("link-refused", { refusal }));
    expect(web.requestedUrls()).toEqual([SONG]);
    expect(web.canceledUrls()).toEqual([SONG]);
  });

  it("is refused if a redirect leads from https to http", async () => {
    const web = createWeb({ [SONG]: redirect("http://b.org/"), "http://a.org/": redirect(`${SONG}?1`), [`${SONG}?1`]: {} });
    expect(await fetchFrom(web, SONG)).toEqual(refused("downgrade"));
    expect((await fetchFrom(web, "http://a.org/")).ok).toBe(true);
  });

  it("may come from an allowed loopback host, and from no other refused address", async () => {
    const [own, other] = ["http://127.0.0.1:9000/a.mp3", "http://localhost:9001/"];
    const web = createWeb({ [own]: {}, "http://a.org/": redirect(own), [other]: {}, "http://b.org/": redirect(other) });
    const isLoopbackAllowed = ({ host }: URL) => host === "127.0.0.1:9000";
    expect((await fetchFrom(web, "http://a.org/", { isLoopbackAllowed })).ok).toBe(true);
    expect(await fetchFrom(web, "http://b.org/", { isLoopbackAllowed })).toEqual(
      refused("link-refused", { refusal: "loopback-host" }),
    );
    const never = [
      "http://192.168.0.1/",
      "ftp://localhost/",
      "http://u@localhost/",
      "http://localhost:22/",
      "https://youtu.be/",
    ];
    for (const link of never) {
      expect(await fetchFrom(web, link, { isLoopbackAllowed: () => true })).toMatchObject(refused("link-refused"));
      expect(web.requestedUrls()).not.toContain(link);
    }
  });

  it("is refused if the headers arrive too late, redirects included", async () => {
    const web = createWeb({ [SONG]: redirect("/slow"), "https://a.example.org/slow": "silent" });
    const fetched = fetchFrom(web, SONG);
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS - 1);
    expect(await Promise.race([fetched, "nothing yet"])).toBe("nothing yet");
    await vi.advanceTimersByTimeAsync(1);
    expect(await fetched).toEqual(refused("headers-too-late"));
  });

  it("is refused when the request is aborted", async () => {
    const stop = new AbortController();
    const fetched = fetchFrom(createWeb({ [SONG]: "silent" }), SONG, { signal: stop.signal });
    stop.abort();
    expect(await fetched).toEqual(refused("aborted"));
  });

  it("is requested once more, at each address, if the connection was closed", async () => {
    const web = createWeb({ [SONG]: redirect("/there"), "https://a.example.org/there": {} });
    const closed = new Set<string>();
    const closing: typeof fetch = async (input, init) => {
      const isFirst = !closed.has(String(input));
      closed.add(String(input));
      if (isFirst) throw new Error(LOST);
      return web.fetch(input, init);
    };
    expect((await fetchFile({ fetch: closing }, SONG)).url.href).toBe("https://a.example.org/there");
    expect(web.requestedUrls()).toEqual([SONG, "https://a.example.org/there"]);
  });

  it("is unreachable after two requests without a response", async () => {
    const web = createWeb({});
    expect(await fetchFrom(web, SONG)).toEqual(refused("unreachable"));
    expect(web.requestedUrls()).toEqual([SONG, SONG]);
  });

  it.each([
    ["a status of 404", { status: 404 }, refused("status-refused", { status: 404 })],
    ["a status of 403", { status: 403 }, refused("status-refused", { status: 403 })],
    ["an unrequested range", { status: 206 }, refused("status-refused", { status: 206 })],
    ["a redirect without a location", { status: 302 }, refused("status-refused", { status: 302 })],
    ["a page", { headers: { "Content-Type": "text/html" } }, refused("not-audio")],
    ["a size above the limit", { headers: { ...AUDIO, "Content-Length": "1001" } }, refused("too-large")],
    ["an empty file", { headers: { ...AUDIO, "Content-Length": "0" } }, refused("empty")],
  ])("is refused, and its body canceled, for %s", async (_name, page, outcome) => {
    const web = createWeb({ [SONG]: page });
    expect(await fetchFrom(web, SONG)).toEqual(outcome);
    expect(web.canceledUrls()).toEqual([SONG]);
  });

  it.each(["4", "500"])("has the size of its body although it claims %s bytes", async (claimed) => {
    const web = createWeb({ [SONG]: { headers: { ...AUDIO, "Content-Length": claimed } } });
    expect((await readParts((await fetchFile(web, SONG)).body)).lengths).toEqual([8, 2]);
    expect((await readParts((await fetchFile(web, SONG)).body, { maxBytes: 9 })).failure).toBe("too-large");
  });
});
