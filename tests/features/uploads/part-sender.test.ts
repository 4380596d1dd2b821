import { describe, expect, it } from "vitest";
import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
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
});
