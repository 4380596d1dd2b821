import { Monitor, Smartphone } from "lucide-react";
import { formatTimeAgo } from "#app/i18n/format-time-ago.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { AccountSession } from "#app/server-client/account/account.ts";
import { Button } from "#app/ui/button.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";

const MOBILE_SYSTEMS = new Set(["iOS", "Android"]);
const ROW = "flex min-h-13 items-center gap-3 py-2";

type SessionRowProps = { readonly session: AccountSession; readonly isBusy: boolean; readonly onSignOut: () => void };

export function SessionRow({ session, isBusy, onSignOut }: SessionRowProps) {
  const { t, language } = useTranslation("account");
  const { browser, os, seenAtMs, isCurrent } = session;
  const device = [browser, os].filter(Boolean).join(" · ") || t("sessions.unknown");
  const Icon = MOBILE_SYSTEMS.has(os) ? Smartphone : Monitor;
  return (
    <li tabIndex={-1} className={ROW}>
      <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-label">{device}</span>
        <span className={isCurrent ? "block text-small text-accent-ink" : "block text-small text-ink-3"}>
          {isCurrent ? t("sessions.here") : formatTimeAgo(seenAtMs, Date.now(), language)}
        </span>
      </span>
      {!isCurrent && (
        <Button size="sm" isBusy={isBusy} aria-label={t("sessions.signOutOf", { device })} onPress={onSignOut}>
          {t("sessions.signOut")}
        </Button>
      )}
    </li>
  );
}

/** Holds the place of the one session that every signed-in user has. */
export function SessionRowSkeleton() {
  return (
    <li className={ROW}>
      <Skeleton className="size-5" />
      <span className="grid flex-1 gap-1.5">
        <Skeleton className="h-4 w-40 max-w-full" />
        <Skeleton className="h-3.5 w-24" />
      </span>
    </li>
  );
}
