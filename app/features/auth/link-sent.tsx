import { MailCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { announce } from "#app/ui/announce.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { AuthErrorNote } from "./auth-error-note.tsx";
import { useResendCountdown } from "./use-resend-countdown.ts";
import { useResetRequest } from "./use-reset-request.ts";

/**
 * Confirms the request and offers another one after a wait. The text is the same whether or not the account exists, so that it
 * does not reveal which accounts do.
 */
export function LinkSent({ account }: { /** Email or username. */ readonly account: string }) {
  const { t } = useTranslation("auth");
  const { leftSec, restart } = useResendCountdown();
  const note = useRef<HTMLDivElement>(null);
  // the form, which had the focus, has disappeared
  useEffect(() => note.current?.focus(), []);
  const { failure, isBusy, send } = useResetRequest(account, () => {
    restart();
    announce(t("sentAgain"));
    note.current?.focus();
  });

  return (
    <>
      <div ref={note} tabIndex={-1} className="rounded-md outline-none">
        <Note tone="live" icon={<MailCheck />}>
          {t("sentText")}
        </Note>
      </div>
      <p className="text-small text-ink-2">
        {t("sentNothing")}{" "}
        {leftSec > 0 ? (
          <span className="tabular-nums">{t("againIn", { time: formatClock(leftSec) })}</span>
        ) : (
          <Button size="sm" isBusy={isBusy} onPress={send}>
            {t("again")}
          </Button>
        )}
      </p>
      {failure !== null && <AuthErrorNote>{failure}</AuthErrorNote>}
    </>
  );
}

/** `42` → `0:42` */
function formatClock(sec: number): string {
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, "0")}`;
}
