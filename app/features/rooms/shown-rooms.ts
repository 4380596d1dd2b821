import type { RoomId } from "#app/domain/ids.ts";
import { createStore, type ReadableStore, type Store } from "#app/lib/store.ts";
import { planChange } from "./list-changes.ts";
import type { RoomPagesView } from "./room-pages.ts";
import type { Viewport } from "./visible-range.ts";

/** A list as it is shown. */
export type ShownView = RoomPagesView & {
  /** Cards of rooms that the list no longer has. */
  readonly removed: ReadonlySet<RoomId>;
  /** The changes that wait until the user asks for them. `newRooms` is 0 if rooms have only moved or were removed. Null without. */
  readonly waiting: { readonly newRooms: number } | null;
  readonly anchor: Anchor;
};

/** How many cards have been inserted above the window while the list is shown, less those that were removed there. */
export type Anchor = {
  /** Another object each time that the list appears. */
  readonly session: object;
  readonly cards: number;
};

/** One list as the user sees it. It follows the loaded list, without moving cards under a finger. */
export class ShownRooms {
  readonly #loaded: ReadableStore<RoomPagesView>;
  readonly #isFavoritesOnly: boolean;
  readonly #view: Store<ShownView>;
  /** The loaded list that `#view` shows or keeps waiting. */
  #source: RoomPagesView;
  #readViewport: () => Viewport | null = () => null;
  #subscribers = 0;
  #unfollow: (() => void) | null = null;

  constructor(loaded: ReadableStore<RoomPagesView>, isFavoritesOnly: boolean) {
    this.#loaded = loaded;
    this.#isFavoritesOnly = isFavoritesOnly;
    this.#source = loaded.get();
    this.#view = createStore(showAll(this.#source, newAnchor()));
  }

  readonly view: ReadableStore<ShownView> = {
    get: () => {
      this.#appearIfUnseen();
      return this.#view.get();
    },
    subscribe: (listener) => {
      this.#appearIfUnseen();
      this.#subscribers += 1;
      this.#unfollow ??= this.#loaded.subscribe(() => this.#follow());
      const unsubscribe = this.#view.subscribe(listener);
      return () => {
        unsubscribe();
        this.#subscribers -= 1;
        if (this.#subscribers === 0) this.#leave();
      };
    },
  };

  /** From now on, `readViewport` returns the cards in the window. Returns the function that ends this. */
  watchViewport(readViewport: () => Viewport | null): () => void {
    this.#readViewport = readViewport;
    return () => {
      this.#readViewport = () => null;
    };
  }

  /** Shows the changes that wait. */
  showWaiting(): void {
    this.#source = this.#loaded.get();
    this.#view.update(({ anchor }) => showAll(this.#source, anchor));
  }

  /** Without subscribers, nothing is seen that could move. */
  #appearIfUnseen(): void {
    if (this.#subscribers === 0 && this.#source !== this.#loaded.get()) this.#appear();
  }

  #appear(): void {
    this.#source = this.#loaded.get();
    this.#view.set(showAll(this.#source, newAnchor()));
  }

  #leave(): void {
    this.#unfollow?.();
    this.#unfollow = null;
    this.#appear();
  }

  #follow(): void {
    this.#source = this.#loaded.get();
    const { anchor, ...shown } = this.#view.get();
    const situation = { viewport: this.#readViewport(), isFavoritesOnly: this.#isFavoritesOnly };
    const change = planChange(shown, this.#source, situation);
    if (change.type === "show") {
      this.#view.set(showAll(this.#source, { ...anchor, cards: anchor.cards + change.shift }));
    } else {
      const { view, removed, newRooms } = change;
      this.#view.set({ ...view, removed, waiting: { newRooms }, anchor });
    }
  }
}

function showAll(view: RoomPagesView, anchor: Anchor): ShownView {
  return { ...view, removed: new Set(), waiting: null, anchor };
}

function newAnchor(): Anchor {
  return { session: {}, cards: 0 };
}
