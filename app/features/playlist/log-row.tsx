import { forwardRef, type RefObject, useEffect, useId, useRef } from "react";
import { changesPlaylist, type LogGroup } from "#app/domain/room-log/log-groups.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { describeGroup, type LogRowView, type LogTexts } from "./log-text.ts";
import type { SetBackDraft, useSetBack } from "./use-set-back.ts";

type LogRowProps = { readonly group: LogGroup<LogRowView>; readonly setBack: ReturnType<typeof useSetBack> };

/** Edits of a person, and the way back to the time before them. */
export function LogGroupRow({ group, setBack }: LogRowProps) {
  const { t, language } = useTranslation(["roomLog", "shell"]);
  const { newest, oldest } = group;
  const formatTime = (atMs: number) =>
    new Intl.DateTimeFormat(language, { day: "numeric", month: "short", hour: "numeric", minute: "numeric" }).format(atMs);
  const text = describeGroup(group, { t, formatTime });
  const isChosen = setBack.draft?.place === oldest.place;
  const startButton = useFocusAfterQuestion(isChosen);
  return (
    <li className="grid gap-2 py-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        <LogPerson row={newest} />
        <span className="min-w-0 flex-1 basis-48">
          <span className="block truncate text-small text-ink-3">{newest.person?.name ?? nameOf(newest, t)}</span>
          <span className="block [overflow-wrap:anywhere]">{text}</span>
        </span>
        <LogTime atMs={newest.atMs} />
        {changesPlaylist(newest.subject) && !isChosen && <StartButton ref={startButton} row={oldest} setBack={setBack} />}
      </div>
      {isChosen && setBack.draft && <SetBackQuestion draft={setBack.draft} time={formatTime(oldest.atMs)} setBack={setBack} />}
    </li>
  );
}

function nameOf({ isGuest }: LogRowView, t: LogTexts): string {
  return isGuest ? t("guest") : t("removedPerson");
}

function LogPerson({ row: { person } }: { readonly row: LogRowView }) {
  if (person) return <Avatar name={person.name} avatar={person.avatar} size={32} />;
  return <span aria-hidden className="forced-edge size-8 shrink-0 rounded-full bg-sunken" />;
}

function LogTime({ atMs }: { readonly atMs: number }) {
  const { t, language } = useTranslation("roomLog");
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(atMs);
  return (
    <span className="shrink-0 text-small text-ink-3 tabular-nums">
      <span className="sr-only">{t("at", { time })}</span>
      <time aria-hidden dateTime={new Date(atMs).toISOString()}>
        {time}
      </time>
    </span>
  );
}

/** Focuses the button that returns when the question is closed, and its own buttons with it. */
function useFocusAfterQuestion(isChosen: boolean): RefObject<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  const wasChosen = useRef(isChosen);
  useEffect(() => {
    // another row's question may have taken the focus
    const isFocusLost = document.activeElement === document.body;
    if (wasChosen.current && !isChosen && isFocusLost) button.current?.focus();
    wasChosen.current = isChosen;
  }, [isChosen]);
  return button;
}

type StartButtonProps = { readonly row: LogRowView; readonly setBack: LogRowProps["setBack"] };

const StartButton = forwardRef<HTMLButtonElement, StartButtonProps>(function StartButton({ row, setBack }, ref) {
  const { t, language } = useTranslation("roomLog");
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(row.atMs);
  return (
    <Button
      ref={ref}
      size="sm"
      isBusy={setBack.busy?.place === row.place}
      onPress={() => void setBack.start(row.place)}
      aria-label={t("setBack.startNamed", { time })}
      className="max-sm:ml-11"
    >
      {t("setBack.start")}
    </Button>
  );
});

type QuestionProps = { readonly draft: SetBackDraft; readonly time: string; readonly setBack: LogRowProps["setBack"] };

/** The changes that setting the playlist back would make, and the second press. */
function SetBackQuestion({ draft, time, setBack }: QuestionProps) {
  const { t } = useTranslation("roomLog");
  const [titleId, textId] = [useId(), useId()];
  const section = useRef<HTMLElement>(null);
  // the button that had the focus is gone
  useEffect(() => section.current?.focus(), []);
  const changes = describeChanges(draft, t);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={textId}
      className="rounded-md outline-none"
    >
      <Note tone="plain">
        <span id={titleId} className="block font-label text-ink">
          {t("setBack.question", { time })}
        </span>
        <span id={textId} className="block">
          {changes.length === 0 ? t("setBack.unchanged") : changes.join(", ")}
        </span>
        {changes.length > 0 && <span className="block">{t("setBack.keeps")}</span>}
        <SetBackActions draft={draft} setBack={setBack} hasChanges={changes.length > 0} />
      </Note>
    </section>
  );
}

type ActionsProps = Omit<QuestionProps, "time"> & { readonly hasChanges: boolean };

function SetBackActions({ draft, setBack, hasChanges }: ActionsProps) {
  const { t } = useTranslation("roomLog");
  const isBusy = setBack.busy?.type === "restore";
  return (
    <span className="mt-3 flex flex-wrap gap-2">
      {hasChanges && (
        <Button size="sm" variant="primary" isBusy={isBusy} onPress={() => void setBack.confirm(draft)}>
          {t("setBack.confirm")}
        </Button>
      )}
      <Button size="sm" variant="raised" onPress={setBack.cancel}>
        {t("setBack.cancel")}
      </Button>
    </span>
  );
}

function describeChanges({ preview: { returning, leaving, moving } }: SetBackDraft, t: Translate<"roomLog">) {
  return [
    returning > 0 && t("setBack.returning", { count: returning }),
    leaving > 0 && t("setBack.leaving", { count: leaving }),
    moving > 0 && t("setBack.moving", { count: moving }),
  ].filter((text) => text !== false);
}
