import type { OwnDeviceSettings } from "#app/app-state/device-settings.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";

/** Why the music of a device that plays cannot be heard. */
export type Silence =
  /** Test sounds play in its place. */
  { readonly kind: "sound-check" } | Mute;

export type Mute =
  /** The device is muted. `by`: who has muted it from another one; null if it was muted here. */
  { readonly kind: "device"; readonly by: string | null } | { readonly kind: "room" };

type SilenceFacts = {
  readonly settings: Pick<OwnDeviceSettings, "isMuted" | "mutedBy" | "volume">;
  readonly checks: readonly SoundCheck[];
  readonly isRoomMuted: boolean;
};

/** The reason that a user should know first. Null if the music can be heard. */
export function findSilence({ settings, checks, isRoomMuted }: SilenceFacts): Silence | null {
  const { isMuted, mutedBy, volume } = settings;
  if (checks.some(({ silentUntilMs }) => silentUntilMs !== null)) return { kind: "sound-check" };
  if (isMuted || volume === 0) return { kind: "device", by: mutedBy };
  return isRoomMuted ? { kind: "room" } : null;
}
