import { useTranslation } from "#app/i18n/use-translation.ts";
import type { LevelingFacts } from "./analyze-file.ts";

const CELL = "border-b border-line py-1.5 pr-4 text-left font-normal";

/** The levels before and after leveling. A gain changes loudness and peak by the same number of decibels. */
export function LevelTable({ facts: { loudnessLufs, truePeakDb, gainDb } }: { readonly facts: LevelingFacts }) {
  const { t, language } = useTranslation("devAudio");
  const write = (value: number | null) => (value === null ? "—" : formatLevel(value, language));
  const rows = [
    { name: t("leveling.loudness"), value: loudnessLufs },
    { name: t("leveling.truePeak"), value: truePeakDb },
  ];
  return (
    <div className="grid max-w-160 gap-3">
      <table aria-label={t("leveling.table")} className="w-full table-fixed border-collapse text-small tabular-nums">
        <thead className="text-ink-3">
          <tr>
            <td className={CELL} />
            <th className={CELL}>{t("leveling.before")}</th>
            <th className={CELL}>{t("leveling.after")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row" className={`${CELL} text-ink-2`}>
                {name}
              </th>
              <td className={CELL}>{write(value)}</td>
              <td className={CELL}>{write(value === null ? null : value + gainDb)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="text-lead font-strong tabular-nums">
        {t("leveling.gain", { gain: formatLevel(gainDb, language, "exceptZero") })}
      </p>
      {loudnessLufs === null && <p className="text-small text-ink-2">{t("leveling.silent")}</p>}
    </div>
  );
}

function formatLevel(decibels: number, language: string, signDisplay: "auto" | "exceptZero" = "auto"): string {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay });
  return format.format(decibels).replace("-", "−");
}
