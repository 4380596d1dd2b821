import { type RefObject, useEffect, useRef, useState } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { AccountSession } from "#app/server-client/account/account.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { SessionRow, SessionRowSkeleton } from "./session-row.tsx";
import { useSessions } from "./use-sessions.ts";

/** The rows shown before the list is expanded. */
const COLLAPSED_ROWS = 3;

/**
 * The devices on which the user is signed in, and buttons that sign them out.
 * @param reloadCount a new value loads the list again
 */
export function SessionList({ reloadCount }: { readonly reloadCount: number }) {
  const { t } = useTranslation(["account", "shell"]);
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useSessions(reloadCount);
  const { sessions, hasFailed, pending, retry } = state;
  const { list, visible, hiddenCount, expand } = useExpandableRows(sessions);
  const { signOut, signOutOthers } = useSignOut(state, heading);

  return (
    <section aria-labelledby="sessions">
      <h3 ref={heading} id="sessions" tabIndex={-1} className="text-small font-label text-ink-3 outline-none">
        {t("account:sessions.title")}
      </h3>
      {hasFailed && <RetryNote text={t("account:sessions.loadFailed")} label={t("shell:tryAgain")} onRetry={retry} />}
      <ul ref={list} className="divide-y divide-line">
        {!sessions && !hasFailed && <SessionRowSkeleton />}
        {visible.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={pending.has(session.id)}
            onSignOut={() => void signOut(session)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 pt-2">
        {hiddenCount > 0 && (
          <Button size="sm" variant="ghost" onPress={expand}>
            {t("account:sessions.more", { count: hiddenCount })}
          </Button>
        )}
        {sessions?.some(({ isCurrent }) => !isCurrent) && (
          <Button size="sm" isBusy={pending.has("others")} onPress={() => void signOutOthers()}>
            {t("account:sessions.signOutOthers")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The first rows of the list, and all of them once it is expanded. */
function useExpandableRows(sessions: readonly AccountSession[] | null) {
  const list = useRef<HTMLUListElement>(null);
  const [isExpanded, setExpanded] = useState(false);
  const visible = (isExpanded ? sessions : sessions?.slice(0, COLLAPSED_ROWS)) ?? [];
  const hiddenCount = (sessions?.length ?? 0) - visible.length;
  // the pressed button disappears: the focus moves to the first row it revealed
  useEffect(() => {
    if (isExpanded) list.current?.querySelectorAll("li")[COLLAPSED_ROWS]?.focus();
  }, [isExpanded]);
  return { list, visible, hiddenCount, expand: () => setExpanded(true) };
}

/** Signs devices out and shows the result. The pressed button disappears with its row, so the heading receives the focus. */
function useSignOut({ end, endOthers }: ReturnType<typeof useSessions>, heading: RefObject<HTMLHeadingElement | null>) {
  const { t } = useTranslation("account");
  const errorText = useErrorText();
  const signOut = async ({ id }: AccountSession) => {
    const ended = await end(id);
    notify(ended.ok ? { title: t("sessions.endedThis") } : { title: errorText(ended.error), variant: "error" });
    heading.current?.focus();
  };
  const signOutOthers = async () => {
    const result = await endOthers();
    if (!result.ok) return void notify({ title: errorText(result.error), variant: "error" });
    notify({ title: t("sessions.ended", { count: result.value.ended }) });
    heading.current?.focus();
  };
  return { signOut, signOutOthers };
}
