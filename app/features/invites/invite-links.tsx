import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { InviteId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { announce } from "#app/ui/announce.ts";
import { notify } from "#app/ui/notice-store.ts";
import { ActiveInvites } from "./active-invites.tsx";
import { CreateInviteForm } from "./create-invite-form.tsx";
import type { Invite } from "./invite.ts";
import type { RoomInvites } from "./use-invites.ts";

type InviteLinksProps = {
  readonly roles: readonly GrantableRole[];
  readonly invites: RoomInvites;
  /** The invite whose code is shown in the dialog. */
  readonly shown: Invite | null;
  readonly onShow: (invite: Invite) => void;
};

/** Creates and lists invite links. A created link is shown at once. */
export function InviteLinks({ roles, invites, shown, onShow }: InviteLinksProps) {
  const { t } = useTranslation("invites");
  const errorText = useErrorText();
  const showCreated = (invite: Invite) => {
    onShow(invite);
    announce(t("make.made"));
  };
  const revoke = async (id: InviteId) => {
    const revoked = await invites.revoke(id);
    if (revoked.ok) announce(t("links.revoked"));
    else notify({ variant: "error", title: errorText(revoked.error) });
  };
  return (
    <div className="grid gap-6 border-t border-line pt-4">
      <CreateInviteForm roles={roles} create={invites.create} onCreated={showCreated} />
      <ActiveInvites
        list={invites.list}
        shown={shown}
        onShow={onShow}
        onRevoke={(id) => void revoke(id)}
        onReload={invites.reload}
      />
    </div>
  );
}
