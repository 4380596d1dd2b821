import type { EntryId, RoomId } from "#app/domain/ids.ts";
import type { RoomState } from "#app/domain/room/room.ts";

/** A text that is changed again and again. A change without an answer may come into effect later than the next one. */
class SoakText {
  #acknowledged: string;
  readonly #unanswered = new Set<string>();

  constructor(text: string) {
    this.#acknowledged = text;
  }

  attempt(text: string): void {
    this.#unanswered.add(text);
  }

  acknowledge(text: string): void {
    this.#unanswered.delete(text);
    this.#acknowledged = text;
  }

  canBe(text: string): boolean {
    return text === this.#acknowledged || this.#unanswered.has(text);
  }
}

/**
 * Everything that the server has acknowledged to the people of a room, which must be there at the end. Attempts without an answer
 * may or may not have happened.
 */
export class SoakRoom {
  readonly id: RoomId;
  /** A username. */
  readonly owner: string;
  readonly name: SoakText;
  readonly #titles = new Map<string, SoakText>();
  readonly #removalAttempted = new Set<EntryId>();
  readonly #removed = new Set<EntryId>();

  constructor(id: RoomId, owner: string) {
    this.id = id;
    this.owner = owner;
    this.name = new SoakText(`Room of ${owner}`);
  }

  addTrack(trackId: string, title: string): void {
    this.#titles.set(trackId, new SoakText(title));
  }

  /** Undefined for a track whose upload was not acknowledged. */
  titleOf(trackId: string): SoakText | undefined {
    return this.#titles.get(trackId);
  }

  attemptRemoval(entryId: EntryId): void {
    this.#removalAttempted.add(entryId);
  }

  acknowledgeRemoval(entryId: EntryId): void {
    this.#removed.add(entryId);
  }

  /** Everything that the final state lacks, or has although it must not. */
  findLosses({ info, playlist }: RoomState): readonly string[] {
    const losses: string[] = [];
    if (!this.name.canBe(info.name)) losses.push(`the room is named ${info.name}`);
    const entries = new Map(playlist.map((entry) => [entry.id, entry]));
    for (const [trackId, title] of this.#titles) {
      // an upload, its track and its entry have the same id
      const entryId = trackId as EntryId;
      const entry = entries.get(entryId);
      if (this.#removed.has(entryId) && entry) losses.push(`${trackId} is there although its removal was acknowledged`);
      if (!entry && !this.#removalAttempted.has(entryId)) losses.push(`${trackId} is missing`);
      if (entry && !title.canBe(entry.track.title)) losses.push(`${trackId} is named ${entry.track.title}`);
    }
    return losses;
  }
}
