import { useRevalidator } from "@remix-run/react";
import { Eye, EyeOff, LogOut } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { logOut } from "#app/backend/session.ts";
import { maskEmail } from "#app/domain/account.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { FixDurations } from "./fix-durations.tsx";

/** Who one is here. */
export function AccountDialog({ user, onClose }: { readonly user: SessionUser; readonly onClose: () => void }) {
  const { t } = useTranslation(["account", "shell"]);
  const errorText = useErrorText();
  const revalidator = useRevalidator();
  const [isShown, setShown] = useState(false);

  const leave = async () => {
    if (!(await logOut())) {
      notify({ variant: "error", title: errorText("network") });
      return;
    }
    onClose();
    notify({ title: t("shell:menu.loggedOut"), icon: <LogOut /> });
    revalidator.revalidate();
  };

  return (
    <Dialog
      title={t("title")}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width={440}
      footer={
        <Button icon={<LogOut />} onPress={() => void leave()}>
          {t("shell:menu.logOut")}
        </Button>
      }
    >
      <div className="flex items-center gap-4">
        <Avatar name={user.name} avatar={user.avatar} size={88} />
        <div className="min-w-0">
          <p className="truncate text-h2 font-bold">{user.name}</p>
          <p className="truncate text-ink-3">@{user.username}</p>
        </div>
      </div>
      <dl className="grid gap-1">
        <dt className="text-small font-label text-ink-2">{t("email")}</dt>
        <dd className="flex min-h-10 items-center justify-between gap-2 rounded-md bg-sunken pr-1 pl-3">
          <span className="min-w-0 truncate">{isShown ? user.email : maskEmail(user.email)}</span>
          <IconButton
            size="sm"
            label={t(isShown ? "hideEmail" : "showEmail")}
            icon={isShown ? <EyeOff /> : <Eye />}
            onPress={() => setShown(!isShown)}
          />
        </dd>
      </dl>
      <FixDurations />
    </Dialog>
  );
}
