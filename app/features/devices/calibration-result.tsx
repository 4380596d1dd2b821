import { formatMs } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Note } from "#app/ui/note.tsx";
import { describeLateness, listMeasured, type MeasuredRow } from "./calibration-display.ts";
import type { CalibrationRow, CalibrationState } from "./calibration-run.ts";
import { useAnnouncement } from "./use-announcement.ts";
import { useFormatDelay } from "./use-format-delay.ts";

type CalibrationResultProps = {
  readonly rows: readonly CalibrationRow[];
  readonly applied: Extract<CalibrationState, { status: "result" }>["applied"];
};

/** The delays that were found and what would change, or why one was not found. */
export function CalibrationResult({ rows, applied }: CalibrationResultProps) {
  const { t } = useTranslation("calibration");
  const found = listMeasured(rows).length;
  useAnnouncement(t("microphone.resultSpoken", { done: found, total: rows.length }));
  return (
    <>
      {applied === "no" && (found > 0 ? <p className="text-ink-2">{t("microphone.result")}</p> : <NothingFound />)}
      <table className="w-full text-left">
        <thead className="text-caption text-ink-3">
          <tr>
            <th scope="col" className="pb-2 font-normal">
              {t("microphone.device")}
            </th>
            <th scope="col" className="pb-2 pl-4 text-right font-normal">
              {t("microphone.change")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.deviceId} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function NothingFound() {
  const { t } = useTranslation("calibration");
  return (
    <Note tone="warn">
      <b>{t("microphone.nothing")}</b> {t("microphone.nothingText")}
    </Note>
  );
}

function Row({ row }: { readonly row: CalibrationRow }) {
  const { t } = useTranslation("calibration");
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-3 font-normal">
        <span className="block font-strong wrap-anywhere">{row.name ?? t("microphone.unnamedDevice")}</span>
        {row.status === "measured" ? (
          <Found row={row} />
        ) : (
          <span className="block text-small text-warn-ink">{t(`reasons.${row.reason}`)}</span>
        )}
      </th>
      <td className="py-3 pl-4 text-right whitespace-nowrap tabular-nums">
        {row.status === "measured" ? <Change row={row} /> : "–"}
      </td>
    </tr>
  );
}

function Found({ row: { measuredMs, boundMs, error } }: { readonly row: MeasuredRow }) {
  const { t, language } = useTranslation("calibration");
  const errorText = useErrorText();
  const { side, ms } = describeLateness(measuredMs);
  return (
    <>
      <span className="block text-small text-ink-2">
        {t(`microphone.${side}`, { ms: formatMs(ms, language), bound: formatMs(boundMs, language) })}
      </span>
      {error && (
        <span role="alert" className="block text-small text-danger-ink">
          {errorText(error)}
        </span>
      )}
    </>
  );
}

function Change({ row: { oldMs, newMs } }: { readonly row: MeasuredRow }) {
  const { t } = useTranslation("calibration");
  const format = useFormatDelay();
  if (oldMs === newMs) return <span className="text-ink-2">{t("microphone.unchanged", { delay: format(newMs) })}</span>;
  return (
    <>
      <span className="block text-ink-3">
        <span className="sr-only">{t("microphone.from")} </span>
        {format(oldMs)} <span aria-hidden>→</span>
      </span>
      <span className="sr-only">{t("microphone.to")} </span>
      <span className="font-strong">{format(newMs)}</span>
    </>
  );
}
