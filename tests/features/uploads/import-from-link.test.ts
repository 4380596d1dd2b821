import { afterEach, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { importFromLink } from "#app/features/uploads/import-from-link.ts";
import { createMemoryStorage } from "#tests/support/memory-storage.ts";

const LINK = "https://example.org/a.mp3";

afterEach(() => vi.unstubAllGlobals());

/** Imports the link. `respond` is the server. */
async function importLink(respond: (signal: AbortSignal) => Promise<Response>, signal = new AbortController().signal) {
  const requests: unknown[] = [];
  const received: number[] = [];
  vi.stubGlobal("sessionStorage", createMemoryStorage());
  vi.stubGlobal("fetch", (url: string, { body }: RequestInit) => {
    requests.push([url, JSON.parse(String(body))]);
    return respond(signal);
  });
  const onProgress = ({ receivedBytes }: { readonly receivedBytes: number }) => received.push(receivedBytes);
  const outcome = await importFromLink("room" as RoomId, { link: LINK, signal, onProgress });
  return { outcome, requests, received };
}
const lines = (...messages: readonly object[]) =>
  new Response(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));

it("the server downloads the file at a link, and reports its progress", async () => {
  const progress = { type: "progress", receivedBytes: 5, totalBytes: 10 };
  const { outcome, requests, received } = await importLink(async () => lines(progress, { type: "done", trackId: "t" }));
  expect([outcome, received]).toEqual([{ type: "done", trackId: "t" }, [5]]);
  expect(requests).toEqual([["/api/rooms/room/links", { link: LINK }]]);
});

it("a link that is refused has the reason, and a cancelled import has its own", async () => {
  const refused = async () => Response.json({ code: "link-invalid" }, { status: 400 });
  expect((await importLink(refused)).outcome).toEqual({ type: "failed", code: "link-invalid" });
  const cancelled = () => Promise.reject(new DOMException("aborted", "AbortError"));
  expect((await importLink(cancelled, AbortSignal.abort())).outcome).toEqual({ type: "failed", code: "upload-cancelled" });
});
