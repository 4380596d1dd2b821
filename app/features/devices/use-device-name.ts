import { useCallback } from "react";
import type { ListedDevice } from "#app/domain/devices/device.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

type Named = Pick<ListedDevice, "report">;

/** Returns the function that names a device, also one that has not reported its name yet. */
export function useDeviceName(): (device: Named) => string {
  const { t } = useTranslation("devices");
  return useCallback(({ report }) => report?.name || t("unnamed"), [t]);
}
