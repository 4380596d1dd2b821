import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { InviteId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { Invite } from "./invite.ts";
import { InviteRow } from "./invite-row.tsx";
import type { Invites } from "./use-invites.ts";

type ActiveInvitesProps = {
  readonly known: Invites;
  readonly shown: Invite | null;
  readonly onShow: (invite: Invite) => void;
  readonly onRevoke: (id: InviteId) => void;
  readonly onReload: () => void;
};

/** The links that are good now. */
export function ActiveInvites({ known, shown, onShow, onRevoke, onReload }: ActiveInvitesProps) {
  const { t } = useTranslation(["invites", "shell"]);
  const errorText = useErrorText();
  return (
    <section aria-label={t("links.title")} aria-busy={known.status === "loading"} className="grid gap-2">
      <h3 className="text-lead font-bold">
        {t("links.title")}
        {known.status === "ready" && known.invites.length > 0 && (
          <span className="ml-2 font-normal text-ink-3 tabular-nums">{known.invites.length}</span>
        )}
      </h3>
      {known.status === "loading" && (
        <div className="grid gap-2 py-2">
          <span className="sr-only">{t("shell:loading")}</span>
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
      {known.status === "failed" && (
        <Note tone="danger" icon={<CircleAlert />} role="alert">
          <p>{errorText(known.error)}</p>
          <Button size="sm" variant="raised" onPress={onReload} className="mt-2">
            {t("shell:tryAgain")}
          </Button>
        </Note>
      )}
      {known.status === "ready" && known.invites.length === 0 && <p className="text-small text-ink-3">{t("links.none")}</p>}
      {known.status === "ready" && known.invites.length > 0 && (
        <ul className="grid">
          {known.invites.map((invite) => (
            <InviteRow
              key={invite.id}
              invite={invite}
              isShown={invite.id === shown?.id}
              onShow={() => onShow(invite)}
              onRevoke={() => onRevoke(invite.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
