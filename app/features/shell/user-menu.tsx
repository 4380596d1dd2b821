import { useNavigate } from "@remix-run/react";
import { CircleQuestionMark, CircleUserRound, Languages, LogOut, Monitor, Moon, MoonStar, Settings, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { isLocale, LOCALES } from "#app/i18n/config.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useLanguage } from "#app/i18n/use-language.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { useLogOut } from "#app/server-client/account/use-log-out.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { IconChoice, MenuItem, MenuPopover, type MenuProps, MenuSection, MenuSeparator, SubmenuItem } from "#app/ui/menu.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { setTheme, THEMES, type ThemeChoice } from "#app/ui/theme.ts";
import { useThemeChoice } from "#app/ui/use-theme-choice.ts";

const THEME_ICONS: Record<ThemeChoice, ReactNode> = {
  light: <Sun />,
  dark: <Moon />,
  black: <MoonStar />,
  system: <Monitor />,
};

type UserMenuProps = Omit<MenuProps, "label" | "children"> & { readonly user: SessionUser | null };

/** The menu of the header's user control. Loaded when it is first needed. */
export function UserMenu({ user, ...menu }: UserMenuProps) {
  const { t } = useTranslation();
  return (
    <MenuPopover {...menu} label={t(user ? "menu.user" : "menu.settings")} placement="bottom end">
      {user ? <MemberItems user={user} /> : <GuestItems />}
    </MenuPopover>
  );
}

function MemberItems({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const errorText = useErrorText();
  const logOut = useLogOut();
  const logOutAndNotify = async () => {
    if (!(await logOut())) return void notify({ variant: "error", title: errorText("network") });
    notify({ title: t("menu.loggedOut"), icon: <LogOut /> });
  };
  return (
    <>
      <MenuSection header={<UserName user={user} />}>
        <MenuItem icon={<CircleUserRound />} onAction={() => openDialog({ name: "account" })}>
          {t("menu.account")}
        </MenuItem>
      </MenuSection>
      <SubmenuItem label={t("menu.language")} value={t(`language.${locale}`)} icon={<Languages />}>
        <LanguageItems />
      </SubmenuItem>
      <ThemeItems />
      <PageItems />
      <MenuSeparator />
      <MenuItem isDanger icon={<LogOut />} onAction={() => void logOutAndNotify()}>
        {t("menu.logOut")}
      </MenuItem>
    </>
  );
}

function GuestItems() {
  return (
    <>
      <LanguageItems />
      <ThemeItems />
      <MenuSeparator />
      <PageItems />
    </>
  );
}

function UserName({ user: { name, username, avatar } }: { readonly user: SessionUser }) {
  return (
    <span className="flex max-w-60 items-center gap-3 pb-1 text-body text-ink [--ring:var(--overlay)]">
      <Avatar name={name} avatar={avatar} size={36} />
      <span className="min-w-0">
        <span title={name} className="block truncate font-label">
          {name}
        </span>
        <span className="block truncate text-small font-normal text-ink-3">@{username}</span>
      </span>
    </span>
  );
}

function PageItems() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <MenuItem icon={<Settings />} onAction={() => navigate("/settings")}>
        {t("menu.settings")}
      </MenuItem>
      <MenuItem icon={<CircleQuestionMark />} onAction={() => navigate("/help")}>
        {t("menu.help")}
      </MenuItem>
    </>
  );
}

function LanguageItems() {
  const { t } = useTranslation();
  const { locale, setLocale } = useLanguage();
  return (
    <MenuSection header={t("menu.language")} selected={locale} onSelect={(id) => isLocale(id) && void setLocale(id)}>
      {LOCALES.map((id) => (
        <MenuItem key={id} id={id}>
          {t(`language.${id}`)}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

function ThemeItems() {
  const { t } = useTranslation();
  const theme = useThemeChoice();
  return (
    <IconChoice
      header={t("menu.theme")}
      options={THEMES.map((id) => ({ id, label: t(`theme.${id}`), icon: THEME_ICONS[id] }))}
      selected={theme}
      onSelect={setTheme}
    />
  );
}
