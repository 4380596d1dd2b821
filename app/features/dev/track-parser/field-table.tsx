import { Equal, EqualNot } from "lucide-react";
import type { Track } from "#app/domain/tracks/track.ts";
import { formatBytes } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { compareFields, type FieldFormat, type FieldRow } from "./compare-fields.ts";
import type { ParsedFile } from "./parsed-file.ts";

type FieldTableProps = { readonly parsed: ParsedFile; readonly stored: Track | null; readonly label: string };

const CELL = "border-b border-line py-1.5 pr-4 text-left align-top font-normal [overflow-wrap:anywhere]";

export function FieldTable({ parsed, stored, label }: FieldTableProps) {
  const { t } = useTranslation("devAudio");
  const rows = compareFields(parsed, stored, useFieldFormat());
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse font-mono text-small">
      <thead className="text-ink-3">
        <tr>
          <th className={CELL}>{t("parser.field")}</th>
          <th className={CELL}>{t("parser.inFile")}</th>
          <th className={CELL}>{t("parser.stored")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FieldTableRow key={row.field} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function FieldTableRow({ row: { field, inFile, stored, isDifferent } }: { readonly row: FieldRow }) {
  const { t } = useTranslation("devAudio");
  return (
    <tr>
      <th scope="row" className={`${CELL} text-ink-2`}>
        {t(`parser.fields.${field}`)}
      </th>
      <td className={CELL}>{inFile || "—"}</td>
      <td className={CELL}>
        {stored === null ? <span className="text-ink-3">{t("parser.noValue")}</span> : stored || "—"}
        {stored !== null && (
          <span className={`mt-0.5 flex items-center gap-1.5 ${isDifferent ? "font-bold text-warn-ink" : "text-ink-3"}`}>
            {isDifferent ? <EqualNot aria-hidden size={14} /> : <Equal aria-hidden size={14} />}
            {t(isDifferent ? "parser.different" : "parser.same")}
          </span>
        )}
      </td>
    </tr>
  );
}

function useFieldFormat(): FieldFormat {
  const { t, language } = useTranslation("devAudio");
  const write = (value: number, maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits }).format(value);
  return {
    number: (value) => write(value, 0),
    bytes: (bytes) => formatBytes(bytes, language) + (bytes < 1000 ? "" : ` (${write(bytes, 0)})`),
    duration: (ms) => t("parser.seconds", { seconds: write(ms / 1000, 3) }),
    hertz: (rate) => t("parser.hertz", { rate: write(rate, 0) }),
    bitrate: (bitsPerSecond) => t("parser.bitrate", { rate: write(bitsPerSecond / 1000, 0) }),
    yesNo: (value) => t(value ? "parser.yes" : "parser.no"),
  };
}
