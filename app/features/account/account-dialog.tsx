import { LogOut } from "lucide-react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Account } from "#app/server-client/account/account.ts";
import { useLogOut } from "#app/server-client/account/use-log-out.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { LinkedAccounts } from "./linked-accounts.tsx";
import { ListeningVisibility } from "./listening-visibility.tsx";
import { ProfileSummary } from "./profile-summary.tsx";
import { SessionList } from "./session-list.tsx";
import { useAccount } from "./use-account.ts";

type AccountDialogProps = { readonly user: SessionUser | null; readonly onClose: () => void };

/** The account of the signed-in user; guests are asked to sign in. */
export function AccountDialog({ user, onClose }: AccountDialogProps) {
  return user ? <UserAccount user={user} onClose={onClose} /> : <GuestNote onClose={onClose} />;
}

function UserAccount({ user, onClose }: { readonly user: SessionUser; readonly onClose: () => void }) {
  const { t } = useTranslation(["account", "shell"]);
  const accountState = useAccount(user);
  const { account, error, reload, publishChange, reloadCount } = accountState;
  return (
    <Dialog
      title={t("account:title")}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width={440}
      footer={<AccountFooter account={account} onLoggedOut={onClose} />}
    >
      <ProfileSummary user={user} accountState={accountState} />
      {error && !account ? (
        <RetryNote text={t("account:loadFailed")} label={t("shell:tryAgain")} onRetry={reload} />
      ) : (
        <LinkedAccounts account={account} onChanged={publishChange} onSessionConfirmed={reload} />
      )}
      {(account || !error) && <ListeningVisibility account={account} onChanged={reload} />}
      <SessionList reloadCount={reloadCount} />
    </Dialog>
  );
}

type AccountFooterProps = {
  /** Null until it is loaded. */
  readonly account: Account | null;
  readonly onLoggedOut: () => void;
};

function AccountFooter({ account, onLoggedOut }: AccountFooterProps) {
  const { t, language } = useTranslation(["account", "shell"]);
  const errorText = useErrorText();
  const logOut = useLogOut();
  const logOutAndClose = async () => {
    if (!(await logOut())) return void notify({ variant: "error", title: errorText("network") });
    onLoggedOut();
    notify({ title: t("shell:menu.loggedOut"), icon: <LogOut /> });
  };
  return (
    <>
      <Button variant="danger-soft" icon={<LogOut />} onPress={() => void logOutAndClose()}>
        {t("shell:menu.logOut")}
      </Button>
      <span className="flex-1" />
      {account && (
        <span className="text-small text-ink-3">
          {t("account:memberSince", { month: formatMonth(account.createdAt, language) })}
        </span>
      )}
    </>
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

/** `March 2025`, or `марта 2025`: the month in the grammatical case that follows "since". */
function formatMonth(atMs: number, locale: string): string {
  // inflected languages use the right case only when the date contains a day
  const parts = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" }).formatToParts(atMs);
  return ["month", "year"].map((type) => parts.find((part) => part.type === type)?.value).join(" ");
}
