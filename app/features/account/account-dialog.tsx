import { LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { useLogOut } from "#app/server-client/account/use-log-out.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { Identity } from "./identity.tsx";
import { LinkedAccounts } from "./linked-accounts.tsx";
import { SessionList } from "./session-list.tsx";
import { useAccount } from "./use-account.ts";

type AccountDialogProps = { readonly user: SessionUser | null; readonly onClose: () => void };

/** Who one is here; a guest is told how to be somebody. */
export function AccountDialog({ user, onClose }: AccountDialogProps) {
  return user ? <OwnAccount user={user} onClose={onClose} /> : <GuestNote onClose={onClose} />;
}

function OwnAccount({ user, onClose }: { readonly user: SessionUser; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation(["account", "shell"]);
  const own = useAccount(user);
  const errorText = useErrorText();
  const logOut = useLogOut();
  const leave = async () => {
    if (!(await logOut())) return void notify({ variant: "error", title: errorText("network") });
    onClose();
    notify({ title: t("shell:menu.loggedOut"), icon: <LogOut /> });
  };
  return (
    <Dialog
      title={t("account:title")}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width={440}
      footer={
        <>
          <Button variant="danger-soft" icon={<LogOut />} onPress={() => void leave()}>
            {t("shell:menu.logOut")}
          </Button>
          <span className="flex-1" />
          {own.account && (
            <span className="text-small text-ink-3">
              {t("account:memberSince", { month: monthOf(own.account.createdAt, i18n.language) })}
            </span>
          )}
        </>
      }
    >
      <Identity user={user} own={own} />
      {own.error && !own.account ? (
        <RetryNote text={t("account:loadFailed")} label={t("shell:tryAgain")} onRetry={own.reload} />
      ) : (
        <LinkedAccounts account={own.account} onChanged={own.changed} />
      )}
      <SessionList asked={own.asked} />
    </Dialog>
  );
}

function GuestNote({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(["account", "shell"]);
  return (
    <Dialog title={t("account:title")} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} width={440}>
      <div className="grid justify-items-start gap-3">
        <div>
          <p className="text-lead font-bold">{t("account:guestTitle")}</p>
          <p className="text-ink-2">{t("account:guestText")}</p>
        </div>
        <Button variant="primary" onPress={() => openDialog({ name: "sign-in", tab: "login", intent: { to: "see-account" } })}>
          {t("shell:menu.signIn")}
        </Button>
      </div>
    </Dialog>
  );
}

/** `March 2025`, `марта 2025`: as it reads after "since". */
function monthOf(atMs: number, locale: string): string {
  // with a day, languages that have cases put the month into the right one
  const parts = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" }).formatToParts(atMs);
  return ["month", "year"].map((type) => parts.find((part) => part.type === type)?.value).join(" ");
}
