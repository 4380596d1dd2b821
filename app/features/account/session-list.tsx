import { Monitor, Smartphone } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AccountSession } from "#app/backend/account.ts";
import { timeAgo } from "#app/i18n/time-ago.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { useSessions } from "./use-sessions.ts";

/** More are shown on demand. */
const SHOWN = 3;
const TELEPHONES = new Set(["iOS", "Android"]);

/** Where one is signed in, and how to leave there from here. */
export function SessionList() {
  const { t } = useTranslation("account");
  const errorText = useErrorText();
  const heading = useRef<HTMLHeadingElement>(null);
  const { sessions, busy, end, endOthers } = useSessions();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? sessions : sessions.slice(0, SHOWN);
  const hidden = sessions.length - shown.length;
  if (sessions.length === 0) return null;

  const signOut = async (session: AccountSession) => {
    const ended = await end(session.id);
    notify(ended.ok ? { title: t("sessions.endedThis") } : { title: errorText(ended.error), variant: "error" });
    // its button went with it
    heading.current?.focus();
  };
  const signOutOthers = async () => {
    const done = await endOthers();
    if (!done.ok) return void notify({ title: errorText(done.error), variant: "error" });
    notify({ title: t("sessions.ended", { count: done.value.ended }) });
    heading.current?.focus();
  };

  return (
    <section aria-labelledby="sessions">
      <h3 ref={heading} id="sessions" tabIndex={-1} className="text-small font-label text-ink-3 outline-none">
        {t("sessions.title")}
      </h3>
      <ul className="divide-y divide-line">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} isBusy={busy === session.id} onEnd={() => void signOut(session)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 pt-2">
        {hidden > 0 && (
          <Button size="sm" variant="ghost" onPress={() => setWhole(true)}>
            {t("sessions.more", { count: hidden })}
          </Button>
        )}
        {sessions.some(({ isCurrent }) => !isCurrent) && (
          <Button size="sm" isBusy={busy === "others"} onPress={() => void signOutOthers()}>
            {t("sessions.signOutOthers")}
          </Button>
        )}
      </div>
    </section>
  );
}

type SessionRowProps = { readonly session: AccountSession; readonly isBusy: boolean; readonly onEnd: () => void };

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation("account");
  const { browser, os, seenAtMs, isCurrent } = session;
  const device = [browser, os].filter(Boolean).join(" · ") || t("sessions.unknown");
  const Icon = TELEPHONES.has(os) ? Smartphone : Monitor;
  return (
    <li className="flex min-h-13 items-center gap-3 py-2">
      <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-label">{device}</span>
        <span className={isCurrent ? "block text-small text-accent-ink" : "block text-small text-ink-3"}>
          {isCurrent ? t("sessions.here") : timeAgo(seenAtMs, Date.now(), i18n.language)}
        </span>
      </span>
      {!isCurrent && (
        <Button size="sm" isBusy={isBusy} aria-label={t("sessions.signOutOf", { device })} onPress={onEnd}>
          {t("sessions.signOut")}
        </Button>
      )}
    </li>
  );
}
