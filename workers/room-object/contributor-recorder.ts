import type { RoomId, UserId } from "#app/domain/ids.ts";
import { recordContributors } from "#db/queries/room-contributors.ts";
import { logError } from "#workers/http/log-error.ts";
import { openDb } from "#workers/http/open-db.ts";
import type { ChatPeople } from "./chat-people.ts";

type Deps = {
  readonly env: Env;
  readonly people: ChatPeople;
  readonly roomId: () => RoomId | null;
  readonly isRemoved: () => boolean;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  /** Called for a person whose account was deleted before D1 had them as a contributor. */
  readonly onDeleted: (userId: UserId) => void;
};

const PEOPLE_AT_ONCE = 50;

/**
 * Stores in D1 of whom the chat has anything, so that the removal of an account and its export find the room also if the person has
 * no role in it. A failed attempt is repeated after the next message and at the next check of the room.
 */
export class ContributorRecorder {
  readonly #deps: Deps;
  #isRunning = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  record(): void {
    const { people, roomId, isRemoved, waitUntil } = this.#deps;
    if (this.#isRunning || isRemoved()) return;
    const userIds = people.listUnrecorded(PEOPLE_AT_ONCE);
    const id = roomId();
    if (userIds.length === 0 || id === null) return;
    this.#isRunning = true;
    waitUntil(this.#record(id, userIds));
  }

  async #record(roomId: RoomId, userIds: readonly UserId[]): Promise<void> {
    const { env, people, isRemoved, onDeleted } = this.#deps;
    try {
      const recorded = new Set(await recordContributors(openDb(env), { roomId, userIds, nowMs: Date.now() }));
      if (isRemoved()) return;
      for (const userId of userIds) {
        if (recorded.has(userId)) people.setRecorded(userId);
        else onDeleted(userId);
      }
    } catch (error) {
      logError("room-contributors", error, { room: roomId });
      return;
    } finally {
      this.#isRunning = false;
    }
    this.record();
  }
}
