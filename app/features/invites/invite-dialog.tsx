import { Lock, Maximize, Share2, Ticket } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { grantableRoles } from "#app/domain/access/members.ts";
import type { EffectiveRole } from "#app/domain/access/permissions.ts";
import type { InviteId, RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { announce } from "#app/ui/announce.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { ActiveInvites } from "./active-invites.tsx";
import { FullScreenCode } from "./full-screen-code.tsx";
import { type Invite, inviteAddress } from "./invite.ts";
import { LinkRow } from "./link-row.tsx";
import { MakeInvite } from "./make-invite.tsx";
import { QrCode } from "./qr-code.tsx";
import { useInvites } from "./use-invites.ts";

type InviteDialogProps = {
  readonly roomId: RoomId;
  readonly roomName: string;
  readonly roomUrl: string;
  readonly hasPassword: boolean;
  /** What this person is in the room: decides which links they may make. */
  readonly effectiveRole: EffectiveRole;
  readonly onClose: () => void;
};

/** The way in, to point a camera at, to copy or to share: the room's own link, or one that carries a role. */
export function InviteDialog({ roomId, roomName, roomUrl, hasPassword, effectiveRole, onClose }: InviteDialogProps) {
  const { t } = useTranslation(["invites", "shell"]);
  const errorText = useErrorText();
  const roles = grantableRoles(effectiveRole);
  const { known, load, make, revoke } = useInvites(roomId, roles.length > 0);
  const [shownId, setShownId] = useState<InviteId | null>(null);
  const [isFullScreen, setFullScreen] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const shown = known.status === "ready" ? (known.invites.find(({ id }) => id === shownId) ?? null) : null;
  const address = shown ? inviteAddress(shown) : `${location.origin}/room/${roomUrl}`;

  const show = ({ id }: Invite) => {
    setShownId(id);
    top.current?.scrollIntoView({ block: "nearest" });
  };
  const showMade = (invite: Invite) => {
    show(invite);
    announce(t("make.made"));
  };
  const remove = async (id: InviteId) => {
    const revoked = await revoke(id);
    if (revoked.ok) announce(t("links.revoked"));
    else notify({ variant: "error", title: errorText(revoked.error) });
  };

  return (
    <Dialog
      title={t("title")}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width={400}
      footer={
        <>
          <ShareButton title={roomName} address={address} />
          <Button variant="primary" icon={<Maximize />} onPress={() => setFullScreen(true)} className="ml-auto">
            {t("fullScreen")}
          </Button>
        </>
      }
    >
      <div ref={top} className="-mt-2 grid scroll-mt-2 justify-items-center text-center">
        <QrCode text={address} label={t("code", { link: address })} className="size-62" />
        <h3 className="mt-2 line-clamp-2 max-w-full text-lead font-bold wrap-anywhere">{roomName}</h3>
        <p className="text-ink-3">{t("point")}</p>
      </div>
      <LinkRow address={address} />
      {shown ? <InviteNote invite={shown} onBack={() => setShownId(null)} /> : hasPassword && <PasswordNote />}
      {roles.length > 0 && (
        <div className="grid gap-6 border-t border-line pt-4">
          <MakeInvite roles={roles} make={make} onMade={showMade} />
          <ActiveInvites
            known={known}
            shown={shown}
            onShow={show}
            onRevoke={(id) => void remove(id)}
            onReload={() => void load()}
          />
        </div>
      )}
      {isFullScreen && <FullScreenCode address={address} roomName={roomName} onClose={() => setFullScreen(false)} />}
    </Dialog>
  );
}

function PasswordNote() {
  const { t } = useTranslation("invites");
  return <Note icon={<Lock />}>{t("password")}</Note>;
}

/** What the code above gives, when it is not the room's own. */
function InviteNote({ invite, onBack }: { readonly invite: Invite; readonly onBack: () => void }) {
  const { t } = useTranslation("invites");
  return (
    <Note icon={<Ticket />}>
      <p>{t(`carries.${invite.role}`)}</p>
      <button type="button" onClick={onBack} className="mt-1 rounded-sm font-label text-ink underline underline-offset-3">
        {t("showRoomLink")}
      </button>
    </Note>
  );
}

/** Only where the device has somewhere to share to. */
function ShareButton({ title, address }: { readonly title: string; readonly address: string }) {
  const { t } = useTranslation("invites");
  if (!("share" in navigator)) return null;
  const share = async () => {
    try {
      await navigator.share({ title, url: address });
    } catch (error) {
      // who changed their mind knows that nothing was shared
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      if (!isCancelled) notify({ variant: "error", title: t("shareFailed") });
    }
  };
  return (
    <Button icon={<Share2 />} onPress={() => void share()}>
      {t("share")}
    </Button>
  );
}
