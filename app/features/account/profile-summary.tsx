import { Camera, Eye, EyeOff, KeyRound, Pencil } from "lucide-react";
import { useState } from "react";
import { maskEmail } from "#app/domain/accounts/account.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Account } from "#app/server-client/account/account.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { ProfileDialog } from "./profile-dialog.tsx";
import type { AccountState } from "./use-account.ts";

type ProfileSummaryProps = { readonly user: SessionUser; readonly accountState: AccountState };
type Editor = "profile" | "password" | "photo";

const loadPhotoDialog = () => import("./photo-dialog.tsx");

/** Avatar, names and email, with the dialogs that edit them. */
export function ProfileSummary({ user, accountState }: ProfileSummaryProps) {
  const [editor, setEditor] = useState<Editor | null>(null);
  const close = () => setEditor(null);
  const photo = useLazy(loadPhotoDialog, editor === "photo", close);
  const { account, reload, publishChange } = accountState;
  const { name, username, email, avatar } = account ?? user;

  return (
    <>
      <div className="flex items-center gap-5">
        <EditableAvatar name={name} avatar={avatar} onEdit={() => setEditor("photo")} />
        <div className="min-w-0 flex-1">
          <p title={name} className="truncate text-h2 font-bold">
            {name}
          </p>
          <p className="truncate text-ink-3">@{username}</p>
          <MaskedEmail email={email} />
        </div>
      </div>
      <EditButtons account={account} onEdit={setEditor} />
      {account && editor === "profile" && <ProfileDialog account={account} onSaved={publishChange} onClose={close} />}
      {account && editor === "password" && <PasswordDialog account={account} onChanged={reload} onClose={close} />}
      {editor === "photo" && photo && <photo.PhotoDialog user={user} onChanged={publishChange} onClose={close} />}
    </>
  );
}

type EditableAvatarProps = { readonly name: string; readonly avatar: string; readonly onEdit: () => void };

function EditableAvatar({ name, avatar, onEdit }: EditableAvatarProps) {
  const { t } = useTranslation("account");
  return (
    <span className="relative shrink-0 [--ring:var(--overlay)]">
      <Avatar name={name} avatar={avatar} size={88} />
      <span className="absolute -right-1 -bottom-1 rounded-full bg-ink text-on-ink ring-4 ring-overlay [&_button]:size-9 [&_button]:rounded-full [&_button]:text-on-ink! [&_button]:hover:bg-transparent! [&_svg]:size-4">
        <IconButton size="sm" label={t("changePhoto")} icon={<Camera />} onPress={onEdit} />
      </span>
    </span>
  );
}

function MaskedEmail({ email }: { readonly email: string }) {
  const { t } = useTranslation("account");
  const [isRevealed, setRevealed] = useState(false);
  return (
    <p className="flex items-center gap-1">
      <span className="min-w-0 break-all text-small text-ink-2">{isRevealed ? email : maskEmail(email)}</span>
      <IconButton
        size="sm"
        label={t(isRevealed ? "hideEmail" : "showEmail")}
        icon={isRevealed ? <EyeOff /> : <Eye />}
        onPress={() => setRevealed(!isRevealed)}
      />
    </p>
  );
}

type EditButtonsProps = {
  /** Null until it is loaded. */
  readonly account: Account | null;
  readonly onEdit: (editor: Editor) => void;
};

function EditButtons({ account, onEdit }: EditButtonsProps) {
  const { t } = useTranslation("account");
  const hasPassword = account?.hasPassword ?? true;
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<Pencil />} isDisabled={!account} className="flex-1" onPress={() => onEdit("profile")}>
        {t("editProfile")}
      </Button>
      <Button icon={<KeyRound />} isDisabled={!account} className="flex-1" onPress={() => onEdit("password")}>
        {t(hasPassword ? "changePassword" : "setPassword")}
      </Button>
    </div>
  );
}
