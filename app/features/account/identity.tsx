import { Camera, Eye, EyeOff, KeyRound, Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { maskEmail } from "#app/domain/accounts/account.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { ProfileDialog } from "./profile-dialog.tsx";
import type { useAccount } from "./use-account.ts";

type IdentityProps = { readonly user: SessionUser; readonly own: ReturnType<typeof useAccount> };
type Editor = "profile" | "password" | "photo" | null;

const loadPhoto = () => import("./photo-dialog.tsx");

/** Face, names and address, and what changes them. */
export function Identity({ user, own }: IdentityProps) {
  const { t } = useTranslation("account");
  const [editor, setEditor] = useState<Editor>(null);
  const [isShown, setShown] = useState(false);
  const close = () => setEditor(null);
  const photo = useLazy(loadPhoto, editor === "photo", close);
  const { account } = own;
  const { name, username, email, avatar } = account ?? user;
  const hasPassword = account?.hasPassword ?? true;

  return (
    <>
      <div className="flex items-center gap-5">
        <span className="relative shrink-0 [--ring:var(--overlay)]">
          <Avatar name={name} avatar={avatar} size={88} />
          <span className="absolute -right-1 -bottom-1 rounded-full bg-ink text-on-ink ring-4 ring-overlay [&_button]:size-9 [&_button]:rounded-full [&_button]:text-on-ink! [&_button]:hover:bg-transparent! [&_svg]:size-4">
            <IconButton size="sm" label={t("changePhoto")} icon={<Camera />} onPress={() => setEditor("photo")} />
          </span>
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate text-h2 font-bold">{name}</p>
          <p className="truncate text-ink-3">@{username}</p>
          <p className="flex items-center gap-1">
            <span className="min-w-0 break-all text-small text-ink-2">{isShown ? email : maskEmail(email)}</span>
            <IconButton
              size="sm"
              label={t(isShown ? "hideEmail" : "showEmail")}
              icon={isShown ? <EyeOff /> : <Eye />}
              onPress={() => setShown(!isShown)}
            />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Pencil />} isDisabled={!account} className="flex-1" onPress={() => setEditor("profile")}>
          {t("editProfile")}
        </Button>
        <Button icon={<KeyRound />} isDisabled={!account} className="flex-1" onPress={() => setEditor("password")}>
          {t(hasPassword ? "changePassword" : "setPassword")}
        </Button>
      </div>
      {account && editor === "profile" && <ProfileDialog account={account} onSaved={own.changed} onClose={close} />}
      {account && editor === "password" && <PasswordDialog account={account} onChanged={own.reload} onClose={close} />}
      {editor === "photo" && photo && <photo.PhotoDialog user={user} onChanged={own.changed} onClose={close} />}
    </>
  );
}
