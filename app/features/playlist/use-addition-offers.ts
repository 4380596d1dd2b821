import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { createUndo } from "#app/server-client/room/create-undo.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import type { AdditionOffers } from "./addition-offers.ts";
import { type Addition, findAddition } from "./find-addition.ts";

/** Offers to undo what the user adds to the playlist; uploads once all of them have ended. */
export function useAdditionOffers(connection: RoomConnection, isUploading: boolean): void {
  const { t } = useTranslation("room");
  const offerUndo = useOfferUndo();
  const latest = useLatestRef({
    isUploading,
    offer: ({ editIds, count }: Addition) =>
      offerUndo({ variant: "success", title: t("undo.added", { count }) }, createUndo(connection, editIds)),
  });
  /** Loaded with the first addition. */
  const offers = useRef<Promise<AdditionOffers> | null>(null);
  useEffect(() => {
    const load = async () => {
      const { createAdditionOffers } = await import("./addition-offers.ts");
      const isStillUploading = () => latest.current.isUploading;
      return createAdditionOffers({ isUploading: isStillUploading, offer: (addition) => latest.current.offer(addition) });
    };
    const unsubscribe = connection.onMessage((message) => {
      const addition = findAddition(message, connection.view.get());
      if (!addition) return;
      offers.current ??= load();
      offers.current.catch(() => {
        // the next addition tries again
        offers.current = null;
      });
      apply(offers.current, ({ add }) => add(addition));
    });
    return () => {
      unsubscribe();
      apply(offers.current, ({ stop }) => stop());
      offers.current = null;
    };
  }, [connection, latest]);
  useEffect(() => {
    if (!isUploading) apply(offers.current, ({ showCollected }) => showCollected());
  }, [isUploading]);
}

/** Without the code there is no offer: what was added stays. */
function apply(loading: Promise<AdditionOffers> | null, act: (offers: AdditionOffers) => void): void {
  void loading?.then(act, () => undefined);
}
