import { type FormEvent, type KeyboardEvent, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RemovalPlan } from "#app/server-client/account/account.ts";
import type { PressEvent } from "#app/ui/press-props.ts";
import { useSecondPress } from "#app/ui/use-second-press.ts";
import type { Removal } from "./use-removal.ts";

export type RemovalConfirmation = ReturnType<typeof useConfirmedRemoval>;

/** Runs the removal at the second submission. The first one checks the proof and arms the button. */
export function useConfirmedRemoval(plan: RemovalPlan | null, removal: Removal) {
  const { t } = useTranslation("settings");
  const { isArmed, press, disarm } = useSecondPress({
    announcement: t("removal.confirmArmed"),
    onConfirm: () => plan && removal.remove(plan),
  });
  // a double click must not confirm: its second half reaches `submit` through the form
  const isDoubleClick = useRef(false);

  return {
    isArmed,
    disarm,
    submit(event: FormEvent) {
      event.preventDefault();
      if (!plan || removal.isBusy) return;
      if (removal.checkProof(plan)) press({ isDoubleClick: isDoubleClick.current });
      else disarm();
    },
    recordPress(event: PressEvent) {
      isDoubleClick.current = event.isDoubleClick;
    },
    disarmOnEscape(event: KeyboardEvent) {
      if (event.key !== "Escape" || !isArmed) return;
      // the same key would close the dialog
      event.stopPropagation();
      disarm();
    },
  };
}
