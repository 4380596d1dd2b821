import type { EntryId } from "#app/domain/ids.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { delay } from "#app/lib/retry.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";

type RequestedSeek = { readonly entryId: EntryId; readonly positionMs: number };

export type SeekSender = {
  /** The requested position that the room has not answered. Null without one. */
  readonly requested: ReadableStore<RequestedSeek | null>;
  readonly seek: (entryId: EntryId, positionMs: number) => void;
  /** Sends a waiting seek at once, before another command. */
  readonly flush: () => void;
};

/** Of the seeks within this interval only the last is sent. */
const INTERVAL_MS = 150;

/**
 * Sends seeks that may follow each other faster than the room answers.
 * @param run runs a command and resolves when the room has answered it
 */
export function createSeekSender(run: (command: RoomCommand) => Promise<unknown>): SeekSender {
  const requested = createStore<RequestedSeek | null>(null);
  let waiting: RequestedSeek | null = null;
  let isSending = false;

  async function flush(): Promise<void> {
    const sent = waiting;
    if (!sent) return;
    waiting = null;
    await run({ type: "seek", ...sent });
    if (requested.get() === sent) requested.set(null);
  }

  async function sendAll(): Promise<void> {
    isSending = true;
    while (waiting) await Promise.all([flush(), delay(INTERVAL_MS)]);
    isSending = false;
  }

  return {
    requested,
    seek(entryId, positionMs) {
      waiting = { entryId, positionMs };
      requested.set(waiting);
      if (!isSending) void sendAll();
    },
    flush: () => void flush(),
  };
}
