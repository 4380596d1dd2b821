import type { Epochs } from "#db/queries/rooms.ts";

/**
 * Where a room stands in the order of its changes, which D1 counts. It hears of the count from whoever comes by, and of
 * the changes themselves from the Workers that made them: in any order, late, or never.
 */
export type AccessEpochs = {
  mediaEpoch(): number;
  /** Something newer has been heard of already. */
  isStale(said: Epochs): boolean;
  /** The directory is this far. */
  hear(said: Epochs): void;
  /** This change has been carried out here. */
  settle(change: Epochs): void;
  /** Every change that was heard of has been carried out: who is here may be here. */
  isCurrent(): boolean;
  /** Whoever is here has been looked at again, or nobody is. */
  catchUp(): void;
};

type Known = Epochs & { readonly settled: number };

const KEY = "epochs";

export function createAccessEpochs({ kv }: DurableObjectStorage): AccessEpochs {
  let known = kv.get<Known>(KEY) ?? { accessEpoch: 0, mediaEpoch: 0, settled: 0 };
  /** Carried out before one that came earlier in the order. Where the object forgets them, all are looked at again. */
  const ahead = new Set<number>();

  function set(next: Known): void {
    const { accessEpoch, mediaEpoch, settled } = known;
    if (accessEpoch === next.accessEpoch && mediaEpoch === next.mediaEpoch && settled === next.settled) return;
    known = next;
    kv.put(KEY, known);
  }

  function hear({ accessEpoch, mediaEpoch }: Epochs): void {
    const { max } = Math;
    set({
      ...known,
      accessEpoch: max(accessEpoch, known.accessEpoch),
      mediaEpoch: max(mediaEpoch, known.mediaEpoch),
    });
  }

  return {
    mediaEpoch: () => known.mediaEpoch,
    isStale: ({ accessEpoch }) => accessEpoch < known.accessEpoch,
    hear,
    settle(change) {
      hear(change);
      ahead.add(change.accessEpoch);
      let { settled } = known;
      while (ahead.delete(settled + 1)) settled += 1;
      set({ ...known, settled });
    },
    isCurrent: () => known.settled >= known.accessEpoch,
    catchUp() {
      ahead.clear();
      set({ ...known, settled: known.accessEpoch });
    },
  };
}
