import type { TrackFault } from "#app/audio/track-fault.ts";
import type { Translate } from "#app/i18n/text-keys.ts";

/** Why the current track cannot be played on this device, and how it can be heard nevertheless. */
export function explainFault(t: Translate<"room">, fault: TrackFault | null): string {
  if (fault?.reason === "refused") return t("player.faultRefused");
  const format = fault?.formatName;
  if (!format) return t("player.faultUndecodable");
  return t(format === "MP3" ? "player.faultMp3" : "player.faultFormat", { format });
}
