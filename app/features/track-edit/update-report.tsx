import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Note } from "#app/ui/note.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import type { UpdateOutcome } from "./update-tracks.ts";
import type { UpdateState } from "./use-track-update.ts";

/** The current track of an update, and the failures after it. */
export function UpdateReport({ state }: { readonly state: UpdateState }) {
  switch (state.type) {
    case "idle":
      return null;
    case "running":
      return <RunningUpdate {...state} />;
    case "ended":
      return state.outcome.failures.length === 0 ? null : <Failures outcome={state.outcome} />;
  }
}

function RunningUpdate({ track, index, total }: Extract<UpdateState, { type: "running" }>) {
  const { t } = useTranslation("trackEdit");
  return (
    <div className="grid gap-2">
      <p role="status" className="text-small text-ink-3 tabular-nums">
        {t("current", { at: index + 1, total, title: track.title })}
      </p>
      <ProgressBar value={index / total} label={t("progress")} />
    </div>
  );
}

function Failures({ outcome: { failures, changed } }: { readonly outcome: UpdateOutcome }) {
  const { t } = useTranslation("trackEdit");
  const errorText = useErrorText();
  return (
    <Note tone="danger" role="alert">
      <p className="font-strong">{t("failed", { failed: failures.length, total: failures.length + changed.size })}</p>
      <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
        {failures.map(({ track, error }) => (
          <li key={track.id} className="text-small">
            <b className="font-strong">{track.title}</b>: {errorText(error)}
          </li>
        ))}
      </ul>
    </Note>
  );
}
