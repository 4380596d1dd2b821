import type { Epochs } from "#db/queries/rooms.ts";

/** What a room knows of its epochs, which D1 counts: it hears of them in any order. */
export type RoomEpochs = {
  mediaEpoch(): number;
  /** Something newer is known already. */
  isStale(heard: Epochs): boolean;
  /** Takes the newer of both. `isLoss`: grants of before count no more. */
  take(heard: Epochs): { readonly isLoss: boolean };
};

const KEY = "epochs";

export function openRoomEpochs({ kv }: DurableObjectStorage): RoomEpochs {
  let known = kv.get<Epochs>(KEY) ?? { accessEpoch: 0, mediaEpoch: 0 };
  return {
    mediaEpoch: () => known.mediaEpoch,
    isStale: ({ accessEpoch }) => accessEpoch < known.accessEpoch,
    take({ accessEpoch, mediaEpoch }) {
      const isLoss = mediaEpoch > known.mediaEpoch;
      if (accessEpoch > known.accessEpoch || isLoss) {
        const { max } = Math;
        known = { accessEpoch: max(accessEpoch, known.accessEpoch), mediaEpoch: max(mediaEpoch, known.mediaEpoch) };
        kv.put(KEY, known);
      }
      return { isLoss };
    },
  };
}
