import { can, canByRole } from "#app/domain/access/permissions.ts";
import { DEFAULT_LOUDSPEAKERS } from "#app/domain/room/loudspeakers.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { notify } from "#app/ui/notice-store.ts";
import { useDevices } from "./devices-context.ts";
import { PanelSection, SwitchRow } from "./panel-section.tsx";
import { useRestedValue } from "./use-rested-value.ts";
import { VolumeRow } from "./volume-row.tsx";

/** The volume of all loudspeakers of the room together, and the switch that mutes them. */
export function GroupSound() {
  const { t } = useTranslation("devices");
  const { connection } = useDevices();
  const view = useRoomView(connection);
  const run = useCommand();
  const reason = useVolumeRefusal(view);
  const { volume, isMuted } = view.state?.loudspeakers ?? DEFAULT_LOUDSPEAKERS;
  const [shown, setVolume] = useRestedValue(volume, (next) => run({ type: "group-volume", volume: next }));
  const mayMute = canByRole(view.self.effectiveRole, "manage-devices");
  return (
    <PanelSection title={t("group.title")}>
      <VolumeRow
        label={t("group.volume")}
        title={t("action.volumeShort")}
        volume={shown}
        onChange={setVolume}
        isDisabled={reason !== null}
      />
      <p className="text-caption text-ink-3">{reason ?? t("group.volumeText")}</p>
      {mayMute && (
        <SwitchRow
          label={t("group.mute")}
          text={t("group.muteText")}
          isOn={isMuted}
          onChange={(isOn) => void run({ type: "mute-room", isOn })}
        />
      )}
      {!mayMute && isMuted && <p className="font-label">{t("group.muted")}</p>}
    </PanelSection>
  );
}

/** Why the user may not change the volume of the room. Null if they may. */
function useVolumeRefusal({ self, state }: RoomView): string | null {
  const { t } = useTranslation("room");
  if (!state || can(self.effectiveRole, "control-playback", state.info)) return null;
  return t(self.userId === null ? "player.viewOnlyGuest" : "player.viewOnly");
}

/** Runs a command and resolves to whether it succeeded. Errors are shown in a notice. */
function useCommand(): (command: RoomCommand) => Promise<boolean> {
  const { connection } = useDevices();
  const errorText = useErrorText();
  return async (command) => {
    const error = await connection.command(command);
    if (error) notify({ variant: "error", title: errorText(error) });
    return error === null;
  };
}
