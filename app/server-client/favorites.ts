import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";

/** Marks that are shown at once, and taken back where the server refuses them. */
export type Favorites = {
  press(roomId: RoomId, isFavorite: boolean): Promise<void>;
  /** News from elsewhere; one's own press is newer than what is said before its answer. */
  hear(roomId: RoomId, isFavorite: boolean): void;
};

type FavoritesDeps = {
  readonly toggle: (roomId: RoomId) => Promise<Result<{ readonly isFavorite: boolean }>>;
  readonly show: (roomId: RoomId, isFavorite: boolean) => void;
  readonly onDone: () => void;
  readonly onRefused: (error: ErrorCode) => void;
};

export function createFavorites({ toggle, show, onDone, onRefused }: FavoritesDeps): Favorites {
  /** What is wished for rooms whose answer is on its way. */
  const wishes = new Map<RoomId, boolean>();

  /** The server turns a mark round: where others turned it meanwhile, or the wish is another by now, once more. */
  async function fulfil(roomId: RoomId): Promise<void> {
    let known = !wishes.get(roomId);
    for (;;) {
      const answer = await toggle(roomId);
      if (!answer.ok) {
        show(roomId, known);
        return onRefused(answer.error);
      }
      known = answer.value.isFavorite;
      if (known === wishes.get(roomId)) return onDone();
    }
  }

  return {
    async press(roomId, isFavorite) {
      const isUnderWay = wishes.has(roomId);
      wishes.set(roomId, isFavorite);
      show(roomId, isFavorite);
      if (isUnderWay) return;
      await fulfil(roomId);
      wishes.delete(roomId);
    },
    hear(roomId, isFavorite) {
      if (!wishes.has(roomId)) show(roomId, isFavorite);
    },
  };
}
