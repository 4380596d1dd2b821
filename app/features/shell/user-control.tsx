import { useNavigate, useRevalidator, useRouteLoaderData } from "@remix-run/react";
import {
  CircleQuestionMark,
  CircleUserRound,
  Languages,
  LogOut,
  Monitor,
  Moon,
  MoonStar,
  Palette,
  Settings2,
  Sun,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "#app/backend/dialogs.ts";
import { logOut } from "#app/backend/session.ts";
import { isLocale, LOCALES } from "#app/i18n/config.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useLanguage } from "#app/i18n/use-language.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { MenuItem, MenuSection, MenuSeparator, MenuTrigger, SubmenuItem } from "#app/ui/menu.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { chooseTheme, isThemeChoice, THEMES, type ThemeChoice } from "#app/ui/theme.ts";
import { UserButton } from "./user-button.tsx";

const THEME_ICONS: Record<ThemeChoice, ReactNode> = {
  light: <Sun />,
  dark: <Moon />,
  black: <MoonStar />,
  system: <Monitor />,
};

/** The person's menu at the right end of the header; guests get settings, and the way in. */
export function UserControl({ user }: { readonly user: SessionUser | null }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const revalidator = useRevalidator();
  if (!user) {
    return (
      <>
        <MenuTrigger
          label={t("menu.settings")}
          placement="bottom end"
          trigger={<IconButton label={t("menu.settings")} icon={<Settings2 />} />}
        >
          <LanguageItems />
          <ThemeItems />
          <MenuSeparator />
          <HelpItem />
        </MenuTrigger>
        <Button variant="primary" size="sm" onPress={() => openDialog({ name: "sign-in", tab: "login" })}>
          {t("menu.signIn")}
        </Button>
      </>
    );
  }

  const leave = async () => {
    if (!(await logOut())) {
      notify({ variant: "error", title: errorText("network") });
      return;
    }
    notify({ title: t("menu.loggedOut"), icon: <LogOut /> });
    revalidator.revalidate();
  };

  return (
    <MenuTrigger label={t("menu.user")} placement="bottom end" trigger={<UserButton user={user} />}>
      <MenuSection header={user.name}>
        <MenuItem icon={<CircleUserRound />} onAction={() => openDialog({ name: "account" })}>
          {t("menu.account")}
        </MenuItem>
      </MenuSection>
      <SubmenuItem label={t("menu.language")} icon={<Languages />}>
        <LanguageItems />
      </SubmenuItem>
      <SubmenuItem label={t("menu.theme")} icon={<Palette />}>
        <ThemeItems />
      </SubmenuItem>
      <HelpItem />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onAction={() => void leave()}>
        {t("menu.logOut")}
      </MenuItem>
    </MenuTrigger>
  );
}

function HelpItem() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <MenuItem icon={<CircleQuestionMark />} onAction={() => navigate("/help")}>
      {t("menu.help")}
    </MenuItem>
  );
}

function LanguageItems() {
  const { t } = useTranslation();
  const { locale, choose } = useLanguage();
  return (
    <MenuSection header={t("menu.language")} selected={locale} onSelect={(id) => isLocale(id) && void choose(id)}>
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
  const root = useRouteLoaderData<{ readonly theme: ThemeChoice }>("root");
  // the document knows of a choice made since the page was loaded
  const [chosen, setChosen] = useState(() => currentTheme() ?? root?.theme ?? "system");
  const choose = (id: string) => {
    if (!isThemeChoice(id)) return;
    chooseTheme(id);
    setChosen(id);
  };
  return (
    <MenuSection header={t("menu.theme")} selected={chosen} onSelect={choose}>
      {THEMES.map((id) => (
        <MenuItem key={id} id={id} icon={THEME_ICONS[id]}>
          {t(`theme.${id}`)}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

function currentTheme(): ThemeChoice | null {
  const choice = typeof document === "undefined" ? undefined : document.documentElement.dataset.choice;
  return isThemeChoice(choice) ? choice : null;
}
