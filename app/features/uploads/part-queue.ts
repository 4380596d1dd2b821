import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { FIRST_LANE, lanesAfter, type PartLanes } from "#app/domain/uploads/part-concurrency.ts";
import type { Part } from "#app/domain/uploads/upload-plan.ts";
import { isWorthRetrying } from "./send-part.ts";

/** The parts of one file on their way: as many at once as the connection bears. */
export type PartQueue = {
  sentBytes(): number;
  /** Sends what is not there yet. Null when all is through, or why the first that was lost was. */
  run(all: readonly Part[], there: ReadonlySet<number>, send: SendPart): Promise<ErrorCode | null>;
  /** Whether anything came through in the last run. */
  hasGained(): boolean;
};

type SendPart = (part: Part, onProgress: (sentBytes: number) => void, stop: AbortSignal) => Promise<Result<null>>;

export function createPartQueue(): PartQueue {
  const sentOf = new Map<number, number>();
  let lanes: PartLanes = FIRST_LANE;
  let gained = 0;

  async function sendAll(queue: Part[], send: SendPart): Promise<ErrorCode | null> {
    const stop = new AbortController();
    const running = new Set<Promise<void>>();
    let error: ErrorCode | null = null;
    const sendOne = async (part: Part) => {
      const startedAtMs = performance.now();
      const sent = await send(part, (bytes) => sentOf.set(part.number, bytes), stop.signal);
      if (!sent.ok) {
        error ??= sent.error;
        // where trying again helps the others may still come through; else nobody wants them
        if (!isWorthRetrying(sent.error)) stop.abort();
        return;
      }
      gained += 1;
      sentOf.set(part.number, part.endByte - part.startByte);
      lanes = lanesAfter(lanes, { sentInMs: performance.now() - startedAtMs });
    };
    while (running.size > 0 || (queue.length > 0 && error === null)) {
      while (running.size < lanes.open && error === null) {
        const part = queue.shift();
        if (!part) break;
        const one: Promise<void> = sendOne(part).finally(() => running.delete(one));
        running.add(one);
      }
      await Promise.race(running);
    }
    return error;
  }

  return {
    sentBytes: () => [...sentOf.values()].reduce((sum, bytes) => sum + bytes, 0),
    hasGained: () => gained > 0,
    async run(all, there, send) {
      gained = 0;
      sentOf.clear();
      for (const { number, startByte, endByte } of all) if (there.has(number)) sentOf.set(number, endByte - startByte);
      const error = await sendAll(
        all.filter(({ number }) => !there.has(number)),
        send,
      );
      if (error !== null) lanes = lanesAfter(lanes, "lost");
      return error;
    },
  };
}
