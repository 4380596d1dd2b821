import { useCallback } from "react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { can } from "#app/domain/access/permissions.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";

export type PlaybackRefusal = {
  /** Why the user may not control playback. Null if they may. */
  readonly reason: string | null;
  /** For a press on a disabled button. Undefined if the button shows the reason itself; guests get a button to sign in. */
  readonly onDisabledPress: (() => void) | undefined;
  /** Shows the reason in a notice. */
  readonly explain: () => void;
};

/** The visible notice of a refusal. The player has several buttons, and each press replaces the notice. */
let shownNotice: string | null = null;

/** Whether the user may control playback and, if not, the explanation. */
export function usePlaybackRefusal({ self, state }: RoomView): PlaybackRefusal {
  const { t } = useTranslation(["room", "shell"]);
  const info = state?.info;
  const roomId = info?.id;
  const isGuest = self.userId === null;
  const mayControl = !info || can(self.effectiveRole, "control-playback", info);
  const reason = mayControl ? null : t(isGuest ? "player.viewOnlyGuest" : "player.viewOnly");

  const explain = useCallback(() => {
    if (reason === null || !roomId) return;
    withdrawRefusal();
    const signIn = () => openDialog({ name: "sign-in", tab: "login", intent: { to: "control-playback", roomId } });
    const actions = isGuest ? [{ id: "sign-in", label: t("shell:menu.signIn"), onPress: signIn }] : [];
    shownNotice = notify({ title: reason, variant: "info", actions });
  }, [reason, isGuest, roomId, t]);

  return { reason, explain, onDisabledPress: isGuest && reason !== null ? explain : undefined };
}

/** Ends the notice of a refusal. */
export function withdrawRefusal(): void {
  if (shownNotice !== null) dismissNotice(shownNotice);
  shownNotice = null;
}
