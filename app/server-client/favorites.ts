import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";

/** Favorite marks that are shown at once and reverted if the server refuses the change. */
export type Favorites = {
  /** Shows the mark and sends the change. Of changes in quick succession the last one wins. */
  mark(roomId: RoomId, isFavorite: boolean): Promise<void>;
  /** Applies an update from the server. Ignored while a change of the same room is pending, which is newer. */
  receive(roomId: RoomId, isFavorite: boolean): void;
  /** Shows the marks whose changes are pending. To be called after all rooms were shown as the server has stored them. */
  showPending(): void;
};

type FavoritesDeps = {
  /** Storing a mark that is stored already changes nothing. */
  readonly store: (roomId: RoomId, isFavorite: boolean) => Promise<Result<unknown>>;
  readonly show: (roomId: RoomId, isFavorite: boolean) => void;
  readonly onRefused: (error: ErrorCode) => void;
};

export function createFavorites({ store, show, onRefused }: FavoritesDeps): Favorites {
  /** The desired mark of each room whose change is pending. */
  const desired = new Map<RoomId, boolean>();

  /** The desired mark may change while the former one is being stored. */
  async function storeDesired(roomId: RoomId): Promise<void> {
    let stored = !desired.get(roomId);
    for (;;) {
      const wanted = desired.get(roomId) === true;
      const response = await store(roomId, wanted);
      if (!response.ok) {
        show(roomId, stored);
        return onRefused(response.error);
      }
      stored = wanted;
      if (stored === desired.get(roomId)) return;
    }
  }

  return {
    async mark(roomId, isFavorite) {
      const isPending = desired.has(roomId);
      desired.set(roomId, isFavorite);
      show(roomId, isFavorite);
      if (isPending) return;
      await storeDesired(roomId);
      desired.delete(roomId);
    },
    receive(roomId, isFavorite) {
      if (!desired.has(roomId)) show(roomId, isFavorite);
    },
    showPending() {
      for (const [roomId, isFavorite] of desired) show(roomId, isFavorite);
    },
  };
}
