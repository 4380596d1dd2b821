import { useEffect, useRef } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { announce } from "#app/ui/announce.ts";
import { notify } from "#app/ui/notice-store.ts";
import { countActive } from "./import-totals.ts";
import { importsOf } from "./room-imports.ts";

type RoomImportsWatchProps = {
  readonly roomId: RoomId;
  /** Whether the dialog is open that shows the imports. */
  readonly isListVisible: boolean;
  /** Receives the share of the running imports that has ended, 0 to 1; null while none run. */
  readonly onShareChange: (share: number | null) => void;
};

/** Ends the imports of this page when the room is left, and reports how they have ended. Shows nothing. */
export function RoomImportsWatch({ roomId, isListVisible, onShareChange }: RoomImportsWatchProps) {
  const { t } = useTranslation("imports");
  const imports = importsOf(roomId);
  const state = useStore(imports.state);
  const { open, done, failed, total } = countActive(state);
  useEffect(() => imports.stop, [imports]);

  const share = open > 0 ? 1 - open / total : null;
  useEffect(() => onShareChange(share), [share, onShareChange]);
  useEffect(() => () => onShareChange(null), [onShareChange]);

  const wasInProgress = useRef(false);
  useEffect(() => {
    const hasEnded = wasInProgress.current && open === 0;
    wasInProgress.current = open > 0;
    if (!hasEnded || total === 0) return;
    const text = failed > 0 ? t("list.someFailed", { done, failed }) : t("list.imported", { count: done });
    if (failed > 0 && !isListVisible) notify({ variant: "error", title: text });
    else announce(text);
  }, [open, done, failed, total, isListVisible, t]);
  useStopNotice(state.stopError, isListVisible);
  return null;
}

/** Reports a failure that has stopped an import, unless the list shows it. */
function useStopNotice(error: ErrorCode | null, isListVisible: boolean): void {
  const errorText = useErrorText();
  const reported = useRef<ErrorCode | null>(null);
  useEffect(() => {
    const isNew = error !== null && error !== reported.current;
    reported.current = error;
    if (isNew && !isListVisible) notify({ variant: "error", title: errorText(error) });
  }, [error, isListVisible, errorText]);
}
