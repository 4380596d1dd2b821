import type { Translate } from "#app/i18n/text-keys.ts";

/** A length of the crossfade: seconds, or that there is none. */
export function formatCrossfade(t: Translate<"playback">, ms: number): string {
  return ms === 0 ? t("crossfade.off") : t("crossfade.seconds", { seconds: ms / 1000 });
}

/** The same with the name of the setting. */
export function describeCrossfade(t: Translate<"playback">, ms: number): string {
  return t("crossfade.label", { length: formatCrossfade(t, ms) });
}
