import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { PNG } from "#tests/support/fake-subsonic.ts";
import { createLatch } from "#tests/workers/support/latch.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { isolateWork } from "#workers/work/isolate-work.ts";
import { answerAsServer, connectOwner, subsonic } from "./import-fixtures.ts";

beforeEach(answerAsServer);
afterEach(() => vi.restoreAllMocks());

const coverPath = (id: string) => `/api/imports/cover?service=subsonic&cover=${id}`;

/** Holds the answers of the server until they are released, and counts the requests that wait for one. */
function holdAnswers() {
  const { released, release } = createLatch();
  const requests = { open: 0, mostOpen: 0, total: 0 };
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    requests.open += 1;
    requests.total += 1;
    requests.mostOpen = Math.max(requests.mostOpen, requests.open);
    await released;
    const response = await subsonic.handleRequest(new Request(input as string, init));
    requests.open -= 1;
    return response;
  });
  return { requests, release };
}

it("a person's searches at a service run one at a time, a few wait, and the others are refused", async () => {
  const { owner, roomId } = await connectOwner();
  const { requests, release } = holdAnswers();
  const refused: string[] = [];
  const searches = Array.from({ length: 12 }, async () => {
    const refusal = await owner.refusal("imports.search", { roomId, service: "subsonic", query: "Song" });
    if (refusal) refused.push(refusal);
  });
  const expected = 12 - 1 - importLimits.serviceTurnsWaiting;
  await expect.poll(() => refused.length).toBe(expected);
  release();
  await Promise.all(searches);
  expect(refused).toEqual(Array(expected).fill("service-busy"));
  expect(requests).toEqual({ open: 0, mostOpen: 1, total: 12 - expected });
});

it("covers are fetched a few at a time for each person", async () => {
  const { owner } = await connectOwner();
  const { requests, release } = holdAnswers();
  const covers = Array.from({ length: 10 }, (_, i) => owner.fetch(coverPath(`al-${i}`)));
  await expect.poll(() => requests.open).toBe(importLimits.coversAtOnce);
  release();
  expect((await Promise.all(covers)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(requests.mostOpen).toBe(importLimits.coversAtOnce);
});

it("the person is charged for the bytes that a service sends", async () => {
  const { owner, roomId } = await connectOwner();
  const payer = `person ${await readUserId(owner)}`;
  const charge = vi.spyOn(isolateWork, "charge");
  const body = JSON.stringify({ "subsonic-response": { status: "ok", filler: "x".repeat(500_000) } });
  subsonic.setFault("search3", { how: "body", body });
  await owner.call("imports.search", { roomId, service: "subsonic", query: "Song" });
  await owner.fetch(coverPath("al-1"));
  const ofService = charge.mock.calls.filter(([, units]) => [body.length, PNG.length].includes(units * 16_384));
  expect(ofService.map(([who]) => who)).toEqual([payer, payer]);
});

it("a cover is kept by the browser of one session only", async () => {
  const { owner } = await connectOwner();
  const { headers } = await owner.fetch(coverPath("al-1"));
  expect(headers.get("Vary")).toContain("Cookie");
  expect(headers.get("Cache-Control")).toBe("private, max-age=86400");
});
