import type { ErrorCode } from "#app/domain/errors.ts";
import type { InviteId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { Invite } from "./invite.ts";
import { InviteRow } from "./invite-row.tsx";
import type { InviteList } from "./use-invites.ts";

type ActiveInvitesProps = {
  readonly list: InviteList;
  /** The invite whose code is shown in the dialog. */
  readonly shown: Invite | null;
  readonly onShow: (invite: Invite) => void;
  readonly onRevoke: (id: InviteId) => void;
  readonly onReload: () => void;
};

/** The valid invite links of the room. */
export function ActiveInvites({ list, onReload, ...rows }: ActiveInvitesProps) {
  const { t } = useTranslation("invites");
  const invites = list.status === "ready" ? list.invites : [];
  return (
    <section aria-label={t("links.title")} aria-busy={list.status === "loading"} className="grid gap-2">
      <h3 className="text-lead font-bold">
        {t("links.title")}
        {invites.length > 0 && <span className="ml-2 font-normal text-ink-3 tabular-nums">{invites.length}</span>}
      </h3>
      {list.status === "loading" && <LoadingInvites />}
      {list.status === "failed" && <LoadError error={list.error} onReload={onReload} />}
      {list.status === "ready" && invites.length === 0 && <p className="text-small text-ink-3">{t("links.none")}</p>}
      {invites.length > 0 && <InviteRows invites={invites} {...rows} />}
    </section>
  );
}

type InviteRowsProps = Pick<ActiveInvitesProps, "shown" | "onShow" | "onRevoke"> & { readonly invites: readonly Invite[] };

function InviteRows({ invites, shown, onShow, onRevoke }: InviteRowsProps) {
  return (
    <ul className="grid">
      {invites.map((invite) => (
        <InviteRow
          key={invite.id}
          invite={invite}
          isShown={invite.id === shown?.id}
          onShow={() => onShow(invite)}
          onRevoke={() => onRevoke(invite.id)}
        />
      ))}
    </ul>
  );
}

function LoadingInvites() {
  const { t } = useTranslation("shell");
  return (
    <div className="grid gap-2 py-2">
      <span className="sr-only">{t("loading")}</span>
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}

function LoadError({ error, onReload }: { readonly error: ErrorCode; readonly onReload: () => void }) {
  const { t } = useTranslation("shell");
  const errorText = useErrorText();
  return <RetryNote text={errorText(error)} label={t("tryAgain")} onRetry={onReload} />;
}
