import { useTranslation } from "react-i18next";
import type { Track } from "#app/domain/tracks/track.ts";
import { formatBytes, formatDay, formatDuration } from "#app/i18n/format.ts";

/** The properties of a track's file, which cannot be edited. */
export function TrackFacts({ track }: { readonly track: Track }) {
  const { t, i18n } = useTranslation("trackEdit");
  const { format, sizeBytes, durationMs, loudnessLufs, uploadedAtMs } = track;
  const { language } = i18n;
  const loudness =
    loudnessLufs === null ? [] : [`${new Intl.NumberFormat(language).format(loudnessLufs).replace("-", "−")} LUFS`];
  const facts = [format.toUpperCase(), formatBytes(sizeBytes, language), formatDuration(durationMs), ...loudness];
  return (
    <p className="text-small text-ink-3 tabular-nums">
      {facts.join(" · ")}
      <br />
      {t("uploaded", { day: formatDay(uploadedAtMs, language) })}
    </p>
  );
}
