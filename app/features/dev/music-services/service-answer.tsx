import { formatDuration } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Note } from "#app/ui/note.tsx";
import { Cell, DataRow, DataTable, NameCell } from "../data-table.tsx";
import type { ServiceAnswer } from "./use-service-test.ts";

/** The tracks that a service has found, or why it has not. */
export function ServiceAnswerView({ answer: { service, value, error } }: { readonly answer: ServiceAnswer }) {
  const { t } = useTranslation("devAudio");
  const errorText = useErrorText();
  const name = t(`services.names.${service}`);
  return (
    <section aria-label={name} className="grid gap-2">
      <h2 className="text-lead font-bold">{name}</h2>
      {error && <Note tone="danger">{errorText(error)}</Note>}
      {value?.file && <p className="text-small text-ink-2">{t("services.file", value.file)}</p>}
      {value && value.tracks.length === 0 && <p className="text-ink-2">{t("services.nothing")}</p>}
      {value && value.tracks.length > 0 && <FoundTracks label={name} tracks={value.tracks} />}
    </section>
  );
}

type FoundTracksProps = {
  readonly label: string;
  readonly tracks: NonNullable<ServiceAnswer["value"]>["tracks"];
};

function FoundTracks({ label, tracks }: FoundTracksProps) {
  const { t } = useTranslation("devAudio");
  const columns = [
    { label: t("services.title") },
    { label: t("services.artist") },
    { label: t("services.album"), isOptional: true },
    { label: t("services.length"), align: "right" },
    { label: t("services.isrc"), isOptional: true },
    { label: t("services.score"), align: "right" },
  ] as const;
  return (
    <DataTable label={label} columns={columns}>
      {tracks.map(({ track, score }) => (
        <DataRow key={track.id}>
          <NameCell>{track.title}</NameCell>
          <Cell>{track.artist}</Cell>
          <Cell isOptional>{track.album}</Cell>
          <Cell align="right">{track.durationMs === null ? "" : formatDuration(track.durationMs)}</Cell>
          <Cell isOptional>{track.isrc}</Cell>
          <Cell align="right">{score}</Cell>
        </DataRow>
      ))}
    </DataTable>
  );
}
