import { outputDelays } from "#app/app-state/output-delays.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";

/** The name of the delay of the current output. */
export function useDelayLabel(): string {
  const { t } = useTranslation("calibration");
  const { name } = useStore(outputDelays.current);
  return name === null ? t("delayUnnamed") : t("delay", { output: name });
}
