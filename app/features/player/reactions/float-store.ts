import { fullBudget, spend } from "#app/domain/access/budget.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { REACTION_RATE, REACTIONS, type Reaction, type ReactionCounts, totalCounts } from "#app/domain/reactions/reactions.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { startTimer } from "#app/lib/timer.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";

/** An emoji that floats up. */
export type Float = {
  readonly id: number;
  readonly emoji: string;
  readonly leftPercent: number;
  readonly delayMs: number;
};

/** Reactions that arrived together, and the floats that represent them. */
export type FloatBatch = { readonly id: number; readonly counts: ReactionCounts; readonly floats: readonly Float[] };

export type FloatDeps = {
  readonly connection: Pick<RoomConnection, "view" | "send" | "onMessage">;
  readonly localNowMs: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly random: () => number;
};

export type FloatStore = {
  readonly batches: ReadableStore<readonly FloatBatch[]>;
  /** Sends a reaction and shows it. Returns false if it is one too many, or the room is not open. */
  react(entryId: EntryId, reaction: Reaction): boolean;
};

const FLOATS_MAX = 24;
const FLOATS_PER_BATCH = 8;
/** As long as the animation with its delay. */
const SHOWN_MS = 2 * SECOND_MS;
const DELAY_MS_MAX = 250;
/** The room has refused an own reaction that has not come back after this. */
const OWN_REACTION_MS = 3 * SECOND_MS;

const stores = new WeakMap<RoomConnection, FloatStore>();

/** The floats of an open room: the buttons add to them, and a layer above the page shows them. */
export function floatsOf(connection: RoomConnection): FloatStore {
  const known = stores.get(connection);
  if (known) return known;
  const localNowMs = () => performance.now();
  const created = createFloatStore({ connection, localNowMs, after: startTimer, random: Math.random });
  stores.set(connection, created);
  return created;
}

export function createFloatStore({ connection, localNowMs, after, random }: FloatDeps): FloatStore {
  const batches = createStore<readonly FloatBatch[]>([]);
  const own = createOwnReactions(localNowMs);
  let budget = fullBudget(REACTION_RATE);
  let count = 0;

  function show(counts: ReactionCounts): void {
    if (counts.every((n) => n === 0)) return;
    const shown = batches.get().reduce((sum, { floats }) => sum + floats.length, 0);
    const emoji = spread(counts).slice(0, Math.max(0, Math.min(FLOATS_PER_BATCH, FLOATS_MAX - shown)));
    const floats = emoji.map((one) => {
      count += 1;
      return { id: count, emoji: one, leftPercent: random() * 100, delayMs: random() * DELAY_MS_MAX };
    });
    count += 1;
    const batch = { id: count, counts, floats };
    batches.update((current) => [...current, batch]);
    after(SHOWN_MS, () => batches.update((current) => current.filter((other) => other !== batch)));
  }

  connection.onMessage((message) => {
    if (message.type !== "reactions") return;
    const { confirmed } = connection.view.get();
    const currentId = confirmed && currentEntryId(confirmed.playback);
    for (const { entryId, marks } of message.added) if (entryId === currentId) show(own.deduct(totalCounts(marks)));
  });

  return {
    batches,
    react(entryId, reaction) {
      const spent = spend(budget, { rate: REACTION_RATE, cost: 1, nowMs: localNowMs() });
      budget = spent.budget;
      if (spent.isExceeded || !connection.send({ type: "reaction", entryId, reaction })) return false;
      own.add(reaction);
      show(REACTIONS.map((_, i) => (i === reaction ? 1 : 0)));
      return true;
    },
  };
}

/** The own reactions that the room has not sent back yet. They are visible already. */
function createOwnReactions(localNowMs: () => number) {
  const sentMs: number[][] = REACTIONS.map(() => []);
  return {
    add: (reaction: Reaction) => void sentMs[reaction]?.push(localNowMs()),
    /** The counts without own reactions. */
    deduct: (counts: ReactionCounts): ReactionCounts =>
      counts.map((n, i) => {
        const times = sentMs[i] ?? [];
        while (localNowMs() - (times[0] ?? Number.POSITIVE_INFINITY) > OWN_REACTION_MS) times.shift();
        return n - times.splice(0, n).length;
      }),
  };
}

/** The emoji of the reactions, mixed: one of each kind, then the second of each, and so on. */
function spread(counts: ReactionCounts): readonly string[] {
  const rounds = Math.min(FLOATS_PER_BATCH, Math.max(...counts));
  return Array.from({ length: rounds }, (_, round) => REACTIONS.filter((_emoji, i) => (counts[i] ?? 0) > round)).flat();
}
