import { useEffect } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { looseLyrics } from "#app/features/uploads/loose-lyrics.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { withAreaTexts } from "#app/i18n/with-page-texts.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { useStore } from "#app/lib/use-store.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useLazy } from "#app/ui/use-lazy.ts";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";

const loadAttach = () => withAreaTexts("tracks", import("#app/features/lyrics/attach-lyrics.ts"));

/** Adds lyrics files that were chosen without their audio file to the tracks of the room. */
export function useLooseLyrics(roomId: RoomId, view: RoomView): void {
  const { t } = useTranslation("lyrics");
  const errorText = useErrorText();
  const offerUndo = useOfferUndo();
  const files = useStore(looseLyrics);
  const waiting = files.filter((file) => file.roomId === roomId);
  const attach = useLazy(loadAttach, waiting.length > 0);
  const deps = useLatestRef({ view, t, errorText, offerUndo });
  useEffect(() => {
    if (!attach || waiting.length === 0) return;
    looseLyrics.update((list) => list.filter((file) => !waiting.includes(file)));
    for (const file of waiting) void attach.attachLyrics(file, deps.current);
  });
}
