import { useEffect } from "react";
import { guestName } from "#app/app-state/guest-name.ts";
import { ScreenWakeLock } from "#app/audio/screen-wake-lock.ts";
import type { LiveRoom } from "#app/features/room/live-room.client.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { formatDeviceName, showRemoteChange } from "./device-texts.ts";
import { loadDeviceLink } from "./load-device-link.ts";

/** Connects this device with the others of its room, and shows what other devices change on it. */
export function useDeviceLink({ connection, engine }: LiveRoom): void {
  const { t, language } = useTranslation("room");
  const userName = useUser()?.name ?? null;
  const latest = useLatestRef({ t, language, userName });
  useEffect(
    () =>
      loadDeviceLink(({ createDeviceLink }) =>
        createDeviceLink({
          connection,
          engine,
          wakeLock: new ScreenWakeLock(),
          formatDefaultName: (device) => {
            const texts = latest.current;
            return formatDeviceName(texts.t, device, texts.userName ?? guestName.get());
          },
          onRemoteChange: (remote) => showRemoteChange(latest.current.t, remote, latest.current.language),
        }),
      ),
    [connection, engine, latest],
  );
}
