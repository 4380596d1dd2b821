import { useCallback, useEffect, useRef } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { countVisits, offerUndo, type UndoableAction, type UndoOffer, type UndoOutcome } from "./undo-store.ts";

/** Undoes an action. Resolves to null, or to why it was not undone: an error code, or an outcome with a reason of its own. */
type Undo = () => Promise<ErrorCode | UndoOutcome | null>;

/** Returns null if the user has left the room in which the action began. */
export type OfferUndo = (action: Omit<UndoableAction, "undo">, undo: Undo) => UndoOffer | null;

/** Returns the function that offers to undo an action of the user. */
export function useOfferUndo(): OfferUndo {
  const { t } = useTranslation("room");
  const errorText = useErrorText();
  const visit = useRef<number | null>(null);
  // an effect: the former room ends its visit before
  useEffect(() => {
    visit.current = countVisits();
  }, []);
  return useCallback(
    (action, undo) => {
      if (visit.current !== countVisits()) return null;
      const toOutcome = (error: ErrorCode | UndoOutcome | null): UndoOutcome => {
        if (error === null) return { type: "done" };
        if (typeof error === "object") return error;
        return error === "network" ? { type: "offline" } : { type: "refused", reason: errorText(error) };
      };
      const texts = { label: t("undo.label"), done: t("undo.done"), offline: t("undo.offline") };
      return offerUndo({ ...action, undo: async () => toOutcome(await undo()) }, texts);
    },
    [errorText, t],
  );
}
