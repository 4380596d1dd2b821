import type { Person } from "#app/domain/accounts/person.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { formatBytes, formatDay, formatDuration } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

type TrackFactsProps = {
  readonly track: Track;
  /** Null if it is unknown. */
  readonly uploader: Person | null;
};

/** The properties of a track's file, which cannot be edited, and who uploaded it. */
export function TrackFacts({ track, uploader }: TrackFactsProps) {
  const { t, language } = useTranslation("trackEdit");
  const { format, sizeBytes, durationMs, loudnessLufs, uploadedAtMs } = track;
  const loudness =
    loudnessLufs === null ? [] : [`${new Intl.NumberFormat(language).format(loudnessLufs).replace("-", "−")} LUFS`];
  const day = formatDay(uploadedAtMs, language);
  const facts = [format.toUpperCase(), formatBytes(sizeBytes, language), formatDuration(durationMs), ...loudness];
  return (
    <p className="text-small text-ink-3 tabular-nums">
      {facts.join(" · ")}
      <br />
      {uploader ? t("uploadedBy", { name: uploader.name, day }) : t("uploaded", { day })}
    </p>
  );
}
