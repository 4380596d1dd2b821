import { deviceSettings, setDeviceMuted } from "#app/app-state/device-settings.ts";
import type { DeviceKind } from "#app/domain/devices/device.ts";
import type { DeviceDescription } from "#app/features/devices/describe-device.ts";
import type { RemoteChange } from "#app/features/devices/device-link.ts";
import { formatMs } from "#app/i18n/format.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";

const OWNED = {
  phone: "device.ownedPhone",
  tablet: "device.ownedTablet",
  computer: "device.ownedComputer",
  television: "device.ownedTelevision",
} as const satisfies Record<DeviceKind, string>;

/** The name of a device whose user has chosen none: `Ann's iPhone`, `Ann's computer`, `TV`. */
export function formatDeviceName(t: Translate<"room">, { kind, model }: DeviceDescription, name: string | null): string {
  if (name === null) return model ?? t(`device.${kind}`);
  return model === null ? t(OWNED[kind], { name }) : t("device.owned", { name, device: model });
}

/** Shows what was changed on this device from another one. The volume shows itself, and changes many times in a row. */
export function showRemoteChange(t: Translate<"room">, remote: RemoteChange, language: string): void {
  const { isMuted } = remote.change;
  if (isMuted !== undefined) showMute(t, isMuted, remote.by);
  for (const title of describeChange(t, remote, language)) notify({ title, variant: "info" });
}

/** Dismisses the notice that this device was muted. */
let endMuteNotice: () => void = () => undefined;

function showMute(t: Translate<"room">, isMuted: boolean, by: string | null): void {
  endMuteNotice();
  const name = by ?? t("device.someone");
  const title = t(isMuted ? "device.muted" : "device.unmuted", { name });
  if (!isMuted) return void notify({ title, variant: "info" });
  const unmute = { id: "unmute", label: t("player.unmute"), onPress: () => setDeviceMuted(false) };
  // the device may also be unmuted in its player, or from another device
  const stopFollowing = deviceSettings.subscribe(() => !deviceSettings.get().isMuted && endMuteNotice());
  const id = notify({ title, variant: "warning", actions: [unmute], onClose: stopFollowing });
  endMuteNotice = () => dismissNotice(id);
}

function describeChange(t: Translate<"room">, { change, by }: RemoteChange, language: string): readonly string[] {
  const name = by ?? t("device.someone");
  const { name: device, role, delayMs } = change;
  return [
    ...(device !== undefined ? [t("device.renamed", { name, device })] : []),
    ...(role !== undefined ? [t("device.role", { name })] : []),
    ...(delayMs !== undefined ? [t("device.delay", { name, ms: formatMs(delayMs, language) })] : []),
  ];
}
