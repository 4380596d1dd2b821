import type { RoomId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { findEpochs } from "#db/queries/rooms.ts";
import { logError } from "#workers/http/log-error.ts";
import type { AccessEpochs } from "./access-epochs.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectionAccess } from "./connection-access.ts";

/** Changes of the directory that the room has heard of, and that nobody has told: on their way, or lost with their Worker. */
export type PendingAccessChanges = {
  /** Sees whether something is missing; where nobody is here it does not matter. */
  note(): void;
  /** When they are waited for no longer; null: nothing is missing. */
  dueMs(): number | null;
  /** After that everyone comes again, and is looked at anew. */
  settleDue(nowMs: number): void;
  /** Asks the directory how far it is. False: it knows of no such room any more. */
  ask(roomId: RoomId): Promise<boolean>;
};

/** A change that is on its way is waited for this long. */
const WAIT_MS = 1000;

type Deps = {
  readonly env: Env;
  readonly epochs: AccessEpochs;
  readonly broadcaster: Broadcaster;
  readonly roles: ConnectionAccess;
};

export function createPendingAccessChanges({ env, epochs, broadcaster, roles }: Deps): PendingAccessChanges {
  let sinceMs: number | null = null;
  const dueMs = () => (sinceMs === null ? null : sinceMs + WAIT_MS);
  return {
    note() {
      if (!epochs.isCurrent() && broadcaster.here().length === 0) roles.reviewAll();
      if (epochs.isCurrent()) sinceMs = null;
      else sinceMs ??= Date.now();
    },
    dueMs,
    settleDue(nowMs) {
      if (nowMs >= (dueMs() ?? Number.POSITIVE_INFINITY)) roles.reviewAll();
    },
    async ask(roomId) {
      try {
        const said = await findEpochs(createDb(env.DB), roomId);
        if (said) epochs.hear(said);
        return said !== null;
      } catch (error) {
        // asked again at the next look
        logError("room-directory", error, { room: roomId });
        return true;
      }
    },
  };
}
