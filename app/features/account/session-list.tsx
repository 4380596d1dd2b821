import { Monitor, Smartphone } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { timeAgo } from "#app/i18n/time-ago.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { AccountSession } from "#app/server-client/account/account.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useSessions } from "./use-sessions.ts";

/** More are shown on demand. */
const SHOWN = 3;
const TELEPHONES = new Set(["iOS", "Android"]);

/** Where one is signed in, and how to leave there from here. @param asked another number looks again */
export function SessionList({ asked }: { readonly asked: number }) {
  const { t } = useTranslation(["account", "shell"]);
  const errorText = useErrorText();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { sessions, isUnknown, busy, lookAgain, end, endOthers } = useSessions(asked);
  const [isWhole, setWhole] = useState(false);
  const shown = (isWhole ? sessions : sessions?.slice(0, SHOWN)) ?? [];
  const hidden = (sessions?.length ?? 0) - shown.length;
  // the button that has shown more is gone: what it has shown comes next
  useEffect(() => {
    if (isWhole) list.current?.querySelectorAll("li")[SHOWN]?.focus();
  }, [isWhole]);

  const signOut = async (session: AccountSession) => {
    const ended = await end(session.id);
    notify(ended.ok ? { title: t("account:sessions.endedThis") } : { title: errorText(ended.error), variant: "error" });
    // its button went with it
    heading.current?.focus();
  };
  const signOutOthers = async () => {
    const done = await endOthers();
    if (!done.ok) return void notify({ title: errorText(done.error), variant: "error" });
    notify({ title: t("account:sessions.ended", { count: done.value.ended }) });
    heading.current?.focus();
  };

  return (
    <section aria-labelledby="sessions">
      <h3 ref={heading} id="sessions" tabIndex={-1} className="text-small font-label text-ink-3 outline-none">
        {t("account:sessions.title")}
      </h3>
      {isUnknown && <RetryNote text={t("account:sessions.loadFailed")} label={t("shell:tryAgain")} onRetry={lookAgain} />}
      <ul ref={list} className="divide-y divide-line">
        {!sessions && !isUnknown && <EmptyRow />}
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} isBusy={busy.has(session.id)} onEnd={() => void signOut(session)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 pt-2">
        {hidden > 0 && (
          <Button size="sm" variant="ghost" onPress={() => setWhole(true)}>
            {t("account:sessions.more", { count: hidden })}
          </Button>
        )}
        {sessions?.some(({ isCurrent }) => !isCurrent) && (
          <Button size="sm" isBusy={busy.has("others")} onPress={() => void signOutOthers()}>
            {t("account:sessions.signOutOthers")}
          </Button>
        )}
      </div>
    </section>
  );
}

const ROW = "flex min-h-13 items-center gap-3 py-2";

/** Everybody is signed in here at least. */
function EmptyRow() {
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

type SessionRowProps = { readonly session: AccountSession; readonly isBusy: boolean; readonly onEnd: () => void };

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation("account");
  const { browser, os, seenAtMs, isCurrent } = session;
  const device = [browser, os].filter(Boolean).join(" · ") || t("sessions.unknown");
  const Icon = TELEPHONES.has(os) ? Smartphone : Monitor;
  return (
    <li tabIndex={-1} className={ROW}>
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
