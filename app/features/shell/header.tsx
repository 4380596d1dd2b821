import { Link, useRouteLoaderData } from "@remix-run/react";
import { ChevronLeft, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useIsOnline } from "#app/app-state/use-is-online.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { Badge } from "#app/ui/badge.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Mark, Wordmark } from "#app/ui/logo.tsx";
import { UserControl } from "./user-control.tsx";

/** The part of the header that a page defines. */
export type HeaderContent = {
  readonly title: string;
  readonly icon?: ReactNode;
  /** Shown next to the title. */
  readonly beside?: ReactNode;
  /** True on the home page, which shows the product's name in place of the link back to it. */
  readonly isHome?: boolean;
};

/** Longer titles use a smaller font size (SPEC §2). */
const LONG_TITLE_CHARS = 17;

export function Header({ title, icon, beside, isHome = false }: HeaderContent) {
  const user = useUser();
  return (
    <header className="relative z-(--z-sticky) flex h-(--header) items-center gap-1 px-2 md:gap-3 md:px-6">
      {isHome ? <HomeLink /> : <BackLink />}
      {title !== "" && (
        <>
          <span aria-hidden className="mx-1 hidden h-5 w-px rotate-[14deg] bg-line-strong opacity-50 md:block" />
          <Title title={title} icon={icon} isHome={isHome} />
          {beside}
        </>
      )}
      <span className="flex-1" />
      <OfflineBadge />
      <DevBadge isSuperadmin={user?.type === "superadmin"} />
      <UserControl user={user} />
    </header>
  );
}

function HomeLink() {
  const { t } = useTranslation();
  return (
    <Link
      to="/"
      aria-label={t("product")}
      className="flex h-10 shrink-0 items-center rounded-md px-2 text-ink md:px-0 pointer-coarse:h-11"
    >
      <Wordmark height={28} />
    </Link>
  );
}

/** Not prefetched: Remix would reload a playing room if the chunk of the home page, of a former build, were gone. */
function BackLink() {
  const { t } = useTranslation();
  return (
    <Link
      to="/"
      aria-label={t("backToRooms")}
      className="flex h-10 shrink-0 items-center justify-center gap-1 rounded-md text-ink max-md:min-w-10 max-md:px-1 md:gap-2.5 pointer-coarse:h-11 pointer-coarse:min-w-11"
    >
      <ChevronLeft size={20} strokeWidth={1.75} aria-hidden />
      <Mark height={26} />
    </Link>
  );
}

type TitleProps = { readonly title: string; readonly icon: ReactNode; readonly isHome: boolean };

function Title({ title, icon, isHome }: TitleProps) {
  const size = title.length > LONG_TITLE_CHARS ? "text-lead" : "text-[18px] leading-7 md:text-h2";
  return (
    <h1
      className={joinClasses("flex min-w-0 items-center gap-2.5 font-bold tracking-[-.012em]", size, isHome && "max-md:hidden")}
    >
      {icon && <span className="shrink-0 [&_svg]:size-6 [&_svg]:stroke-[1.75]">{icon}</span>}
      <span title={title} className="truncate">
        {title}
      </span>
    </h1>
  );
}

function OfflineBadge() {
  const { t } = useTranslation();
  if (useIsOnline()) return null;
  return (
    <Badge tone="warn" icon={<WifiOff />}>
      {/* a narrow phone needs the space for the title */}
      <span className="max-[400px]:sr-only">{t("offline")}</span>
    </Badge>
  );
}

/** The badge is lower than a target should be. */
const DEV_LINK =
  "relative rounded-sm after:absolute after:inset-x-0 after:-inset-y-0.5 pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-3";

/** Marks an installation in dev mode for everyone. For superadmins it is the link to the developer pages, in any mode. */
function DevBadge({ isSuperadmin }: { readonly isSuperadmin: boolean }) {
  const { t } = useTranslation();
  const isDevMode = useRouteLoaderData<{ readonly isDevMode: boolean }>("root")?.isDevMode ?? false;
  const badge = <Badge tone="dev">{t("dev")}</Badge>;
  if (!isSuperadmin) return isDevMode ? badge : null;
  return (
    <Link to="/dev" reloadDocument aria-label={`${t("dev")}: ${t("devTools")}`} className={DEV_LINK}>
      {badge}
    </Link>
  );
}
