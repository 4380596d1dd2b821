import { MailCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "#app/ui/announce.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { useResendWait } from "./use-resend-wait.ts";

type LinkSentProps = {
  readonly isBusy: boolean;
  /** Whether it was sent. */
  readonly onAgain: () => Promise<boolean>;
};

/** The same words for everyone: they do not tell whether there is such an account. */
export function LinkSent({ isBusy, onAgain }: LinkSentProps) {
  const { t } = useTranslation("auth");
  const { leftSec, restart } = useResendWait();
  const said = useRef<HTMLDivElement>(null);
  // what was focused has gone; and this is what there is to read
  useEffect(() => said.current?.focus(), []);

  const sendAgain = async () => {
    if (!(await onAgain())) return;
    restart();
    announce(t("sentAgain"));
    said.current?.focus();
  };

  return (
    <>
      <div ref={said} tabIndex={-1} className="rounded-md outline-none">
        <Note tone="live" icon={<MailCheck />}>
          {t("sentText")}
        </Note>
      </div>
      <p className="text-small text-ink-2">
        {t("sentNothing")}{" "}
        {leftSec > 0 ? (
          <span className="tabular-nums">{t("againIn", { time: formatClock(leftSec) })}</span>
        ) : (
          <Button size="sm" isBusy={isBusy} onPress={() => void sendAgain()}>
            {t("again")}
          </Button>
        )}
      </p>
    </>
  );
}

/** `42` → `0:42` */
function formatClock(sec: number): string {
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, "0")}`;
}
