import { useTranslation } from "react-i18next";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Note } from "#app/ui/note.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import type { UpdateState } from "./use-track-update.ts";

/** The track in hand, and in the end what failed and why. */
export function UpdateReport({ state }: { readonly state: UpdateState }) {
  const { t } = useTranslation("trackEdit");
  const errorText = useErrorText();
  if (state.type === "idle") return null;
  if (state.type === "running") {
    const { track, at, total } = state;
    return (
      <div className="grid gap-2">
        <p role="status" className="text-small text-ink-3 tabular-nums">
          {t("inHand", { at: at + 1, total, title: track.title })}
        </p>
        <ProgressBar value={at / total} label={t("progress")} />
      </div>
    );
  }
  const { failures, changed } = state.outcome;
  if (failures.length === 0) return null;
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
