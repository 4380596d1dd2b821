import { useMemo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";

type CrossfadeText = {
  /** A length in seconds, or that there is no crossfade. */
  readonly length: (ms: number) => string;
  /** The same with the name of the setting. */
  readonly label: (ms: number) => string;
};

/** The texts of lengths of the crossfade. */
export function useCrossfadeText(): CrossfadeText {
  const { t } = useTranslation("playback");
  return useMemo(() => {
    const length = (ms: number) => (ms === 0 ? t("crossfade.off") : t("crossfade.seconds", { seconds: ms / 1000 }));
    return { length, label: (ms) => t("crossfade.label", { length: length(ms) }) };
  }, [t]);
}
