import { describe, expect, it, vi } from "vitest";
import { SECOND_MS } from "#app/domain/units.ts";
import { PART_BYTES, readParts, split } from "./read-parts.ts";
import { bytes, createBody, installFakeTimers, LOST } from "./response-bodies.ts";

installFakeTimers();

describe.each(["bytes", "chunks"] as const)("a stream of %s split into parts", (kind) => {
  it.each([
    [0, 5, []],
    [5, 5, [5]],
    [8, 3, [8]],
    [24, 1, [8, 8, 8]],
    [25, 8, [8, 8, 8, 1]],
    [100, 33, [...Array.from({ length: 12 }, () => 8), 4]],
  ])("%i bytes in chunks of %i become equal parts", async (length, chunkBytes, lengths) => {
    const count = Math.ceil(length / chunkBytes);
    const steps = Array.from({ length: count }, (_, i) => bytes(length).slice(i * chunkBytes, (i + 1) * chunkBytes));
    const { body, log } = createBody(steps, kind);
    expect(await readParts(body)).toEqual({ lengths, all: bytes(length), failure: null, cause: undefined });
    expect(log.isCanceled).toBe(false);
  });

  it("no more is read than the requested part needs", async () => {
    const { body, log } = createBody([bytes(4), bytes(4), bytes(4), bytes(4)], kind);
    const parts = split(body);
    expect((await parts.next()).value).toHaveLength(PART_BYTES);
    expect(log.stepsTaken).toBe(2);
    await parts.return();
    expect(log.isCanceled).toBe(true);
  });

  it("exceeding the limit or a broken connection ends it after the complete parts", async () => {
    const tooLong = createBody([bytes(8), bytes(8), bytes(8)], kind);
    expect(await readParts(tooLong.body, { maxBytes: 16 })).toMatchObject({ lengths: [8, 8], failure: "too-large" });
    expect(tooLong.log.isCanceled).toBe(true);
    const broken = await readParts(createBody([bytes(12), "break"], kind).body);
    expect(broken).toMatchObject({ lengths: [8], failure: "broken", cause: new Error(LOST) });
  });

  it("a stall ends it, but the time in which a part is handled does not count", async () => {
    const { body, log } = createBody([bytes(8), bytes(4), "stall"], kind);
    const parts = split(body);
    await parts.next();
    await vi.advanceTimersByTimeAsync(3600 * SECOND_MS);
    const last = parts.next().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(SECOND_MS - 1);
    expect(await Promise.race([last, "nothing yet"])).toBe("nothing yet");
    await vi.advanceTimersByTimeAsync(1);
    expect(await last).toMatchObject({ name: "SplitError", failure: "stalled" });
    expect(log.isCanceled).toBe(true);
  });

  it("an abort ends it before the first part, between parts, and during a stall", async () => {
    for (const partsBefore of [0, 1, 2]) {
      const stop = new AbortController();
      const { body, log } = createBody([bytes(8), bytes(8), "stall"], kind);
      const parts = split(body, { signal: stop.signal });
      for (let i = 0; i < partsBefore; i++) await parts.next();
      const next = partsBefore === 2 ? parts.next() : null;
      stop.abort();
      await expect(next ?? parts.next()).rejects.toMatchObject({ failure: "aborted" });
      expect(log.isCanceled).toBe(true);
    }
  });
});

it("empty chunks do not end a stall", async () => {
  const drip = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, SECOND_MS / 2));
      controller.enqueue(new Uint8Array(0));
    },
  });
  const taken = readParts(drip);
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(await Promise.race([taken, "nothing yet"])).toMatchObject({ failure: "stalled" });
  await vi.runOnlyPendingTimersAsync();
});

it("a drip that is slower than the least speed for a minute ends as a stall, and a slow start does not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const drip = (chunkBytes: readonly number[]) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
        const length = chunkBytes[sent++];
        if (length === undefined) controller.close();
        else controller.enqueue(bytes(length));
      },
    });
    return { body, count: () => sent };
  };
  const limits = { bytesPerSecond: 2, stalledAfterMs: 2 * SECOND_MS, maxBytes: 1000 };
  const slow = drip(Array(200).fill(1));
  const read = readParts(slow.body, limits);
  await vi.advanceTimersByTimeAsync(200 * SECOND_MS);
  expect(await read).toMatchObject({ failure: "stalled" });
  expect(slow.count()).toBeLessThan(70);
  const fastAfterwards = drip([...Array(50).fill(1), ...Array(100).fill(8)]);
  const whole = readParts(fastAfterwards.body, limits);
  await vi.advanceTimersByTimeAsync(200 * SECOND_MS);
  expect(await whole).toMatchObject({ failure: null });
});
