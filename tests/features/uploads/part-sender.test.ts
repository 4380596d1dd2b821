import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { INITIAL_CONCURRENCY } from "#app/domain/uploads/part-concurrency.ts";
import { PartSender } from "#app/features/uploads/part-sender.ts";

const PARTS = [1, 2, 3].map((number) => ({ number, startByte: (number - 1) * 10, endByte: number * 10 }));
const NONE_STORED: ReadonlySet<number> = new Set();

/** A sender whose parts arrive, except those that have an error. */
function createSender(errors: Readonly<Record<number, ErrorCode>> = {}) {
  const sent: number[] = [];
  const sender = new PartSender(PARTS, async ({ number }, { onProgress }): Promise<Result<null>> => {
    sent.push(number);
    onProgress(5);
    const error = errors[number];
    return error ? fail(error) : ok(null);
  });
  return { sender, sent };
}

type PartOnItsWay = { readonly signal: AbortSignal; readonly end: (result: Result<null>) => void };

/** A sender of a file whose last two parts are on their way at the same time. Those before them have arrived. */
async function sendTwoAtOnce() {
  // parts that take no time raise the number of parts in flight
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const fast = INITIAL_CONCURRENCY.growsAfter;
  const parts = Array.from({ length: fast + 2 }, (_, i) => ({ number: i + 1, startByte: i * 10, endByte: (i + 1) * 10 }));
  const onTheirWay: PartOnItsWay[] = [];
  const sender = new PartSender(parts, async ({ number }, { signal }) => {
    if (number <= fast) return ok(null);
    return new Promise((end) => onTheirWay.push({ signal, end }));
  });
  const run = sender.sendMissing(NONE_STORED);
  await expect.poll(() => onTheirWay.length).toBe(2);
  const [first, second] = onTheirWay;
  if (!first || !second) throw new Error("two parts are on their way");
  return { run, first, second, arrivedParts: fast };
}

describe("a part sender", () => {
  it("sends the parts that are not stored, and counts the stored ones as sent", async () => {
    const { sender, sent } = createSender();
    expect(await sender.sendMissing(new Set([2]))).toMatchObject({ error: null, sentParts: 2 });
    expect(sent).toEqual([1, 3]);
    expect(sender.sentBytes).toBe(30);
  });

  it("starts no further part after an error, and continues with the next run", async () => {
    const errors: Record<number, ErrorCode> = { 2: "network" };
    const { sender, sent } = createSender(errors);
    expect(await sender.sendMissing(NONE_STORED)).toMatchObject({ error: "network", sentParts: 1 });
    expect([sent, sender.sentBytes]).toEqual([[1, 2], 15]);
    delete errors[2];
    expect(await sender.sendMissing(new Set([1]))).toMatchObject({ error: null, sentParts: 2 });
    expect([sent, sender.sentBytes]).toEqual([[1, 2, 2, 3], 30]);
  });

  it("aborts the parts on their way when the file has failed", async () => {
    const { run, first, second } = await sendTwoAtOnce();
    second.end(fail("storage-full"));
    await expect.poll(() => first.signal.aborted).toBe(true);
    first.end(fail("network"));
    expect(await run).toMatchObject({ error: "storage-full" });
  });

  it("lets the parts on their way arrive after an error that may pass", async () => {
    const { run, first, second, arrivedParts } = await sendTwoAtOnce();
    second.end(fail("network"));
    first.end(ok(null));
    expect(await run).toMatchObject({ error: "network", sentParts: arrivedParts + 1 });
    expect(first.signal.aborted).toBe(false);
  });
});
