import { Lock, Maximize, Ticket } from "lucide-react";
import { useRef, useState } from "react";
import { listGrantableRoles } from "#app/domain/access/members.ts";
import type { EffectiveRole } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { FullScreenCode } from "./full-screen-code.tsx";
import type { Invite } from "./invite.ts";
import { InviteLinks } from "./invite-links.tsx";
import { LinkRow } from "./link-row.tsx";
import { QrCode } from "./qr-code.tsx";
import { ShareButton, type SharedLink } from "./share-button.tsx";
import { useShownInvite } from "./use-shown-invite.ts";

type InviteDialogProps = {
  readonly roomId: RoomId;
  readonly roomName: string;
  readonly roomUrl: string;
  /** Sent along with a shared link. Null for a room that reveals nothing. */
  readonly shareText: string | null;
  readonly hasPassword: boolean;
  /** Determines which links the user may create. */
  readonly effectiveRole: EffectiveRole;
  readonly onClose: () => void;
};

/** A link to the room as a QR code, to copy and to share: the room's own link, or an invite link that grants a role. */
export function InviteDialog(props: InviteDialogProps) {
  const { roomId, roomName, roomUrl, shareText, hasPassword, effectiveRole, onClose } = props;
  const { t } = useTranslation("invites");
  const roles = listGrantableRoles(effectiveRole);
  const { invites, shown, address, show, showRoomLink } = useShownInvite({ roomId, roomUrl, canInvite: roles.length > 0 });
  const [isFullScreen, setFullScreen] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const showAtTop = (invite: Invite) => {
    show(invite);
    top.current?.scrollIntoView({ block: "nearest" });
  };

  return (
    <Dialog
      title={t("title")}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width={400}
      footer={<InviteFooter link={{ title: roomName, text: shareText, address }} onFullScreen={() => setFullScreen(true)} />}
    >
      <div ref={top} className="-mt-2 grid scroll-mt-2 justify-items-center text-center">
        <QrCode text={address} label={t("code", { link: address })} className="size-62" />
        <h3 title={roomName} className="mt-2 line-clamp-2 max-w-full text-lead font-bold wrap-anywhere">
          {roomName}
        </h3>
        <p className="text-ink-3">{t("point")}</p>
      </div>
      <LinkRow address={address} />
      {shown ? <InviteNote invite={shown} onBack={showRoomLink} /> : hasPassword && <PasswordNote />}
      {roles.length > 0 && <InviteLinks roles={roles} invites={invites} shown={shown} onShow={showAtTop} />}
      {isFullScreen && <FullScreenCode address={address} roomName={roomName} onClose={() => setFullScreen(false)} />}
    </Dialog>
  );
}

type InviteFooterProps = { readonly link: SharedLink; readonly onFullScreen: () => void };

function InviteFooter({ link, onFullScreen }: InviteFooterProps) {
  const { t } = useTranslation("invites");
  return (
    <>
      <ShareButton link={link} />
      <Button variant="primary" icon={<Maximize />} onPress={onFullScreen} className="ml-auto">
        {t("fullScreen")}
      </Button>
    </>
  );
}

function PasswordNote() {
  const { t } = useTranslation("invites");
  return <Note icon={<Lock />}>{t("password")}</Note>;
}

const BACK =
  "relative mt-1 rounded-sm font-label text-ink underline underline-offset-3 after:absolute after:inset-x-0 after:-inset-y-0.5 " +
  "pointer-coarse:after:-inset-y-3";

/** Explains that the shown code grants a role, and leads back to the room's own link. */
function InviteNote({ invite, onBack }: { readonly invite: Invite; readonly onBack: () => void }) {
  const { t } = useTranslation("invites");
  return (
    <Note icon={<Ticket />}>
      <p>{t(`grants.${invite.role}`)}</p>
      <button type="button" onClick={onBack} className={BACK}>
        {t("showRoomLink")}
      </button>
    </Note>
  );
}
