import { useMemo } from "react";
import { canByRole } from "#app/domain/access/permissions.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Panel } from "#app/ui/panel.tsx";
import { ActiveCheck } from "./active-check.tsx";
import { DeviceList } from "./device-list.tsx";
import { getDeviceRights } from "./device-rights.ts";
import type { DevicesButtonProps } from "./devices-button.tsx";
import { type DevicesContextValue, DevicesProvider, useDevices } from "./devices-context.ts";
import { GroupSound } from "./group-sound.tsx";
import type { MetronomeRun } from "./metronome-run.ts";
import { SoundTools } from "./sound-tools.tsx";
import { ThisDevice } from "./this-device.tsx";
import { useRoomDevices } from "./use-room-devices.ts";

type DevicesPanelProps = DevicesButtonProps & { readonly isOpen: boolean; readonly onClose: () => void };

/** The devices of a room: what they play together, the settings of this one, and how each of them plays. */
export function DevicesPanel({ connection, engine, onInvite, isOpen, onClose }: DevicesPanelProps) {
  const { t } = useTranslation("devices");
  const devices = useRoomDevices({ connection, engine, isOpen });
  const { self, deviceId, state } = useRoomView(connection);
  const { userId, effectiveRole } = self;
  const isRoomMuted = state?.loudspeakers.isMuted ?? false;
  const room = devices?.room;
  const context = useMemo((): DevicesContextValue | null => {
    if (!room) return null;
    const viewer = { userId, deviceId, canManage: canByRole(effectiveRole, "manage-devices") };
    return { connection, engine, room, viewer, isRoomMuted };
  }, [connection, engine, room, userId, deviceId, effectiveRole, isRoomMuted]);
  const invite = () => {
    onClose();
    onInvite();
  };
  return (
    <Panel title={t("title")} isOpen={isOpen} onOpenChange={(open) => !open && onClose()}>
      {context && devices && (
        <DevicesProvider value={context}>
          <PanelContent metronome={devices.metronome} onInvite={invite} />
        </DevicesProvider>
      )}
    </Panel>
  );
}

type PanelContentProps = Pick<DevicesButtonProps, "onInvite"> & { readonly metronome: MetronomeRun };

function PanelContent({ metronome, onInvite }: PanelContentProps) {
  const { t } = useTranslation("devices");
  const { room, viewer } = useDevices();
  const list = useStore(room.list);
  const devices = list?.devices ?? [];
  const own = devices.filter((device) => getDeviceRights(device, viewer).isOwn);
  const here = devices.find(({ id }) => id === viewer.deviceId) ?? null;
  return (
    <>
      <ActiveCheck metronome={metronome} />
      <div>
        <GroupSound />
        {list ? (
          <DeviceList list={list} onInvite={onInvite} />
        ) : (
          <p className="px-3 py-4 text-small text-ink-3">{t("loading")}</p>
        )}
        <SoundTools devices={devices} own={own} metronome={metronome} />
        <ThisDevice device={here} />
      </div>
    </>
  );
}
