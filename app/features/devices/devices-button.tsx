import { Speaker } from "lucide-react";
import type { Engine } from "#app/audio/engine.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { withAreaTexts } from "#app/i18n/with-page-texts.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useDisclosure } from "#app/ui/use-disclosure.ts";
import { useLazy } from "#app/ui/use-lazy.ts";

const loadPanel = () => withAreaTexts("devices", import("./devices-panel.tsx"));

export type DevicesButtonProps = {
  readonly connection: RoomConnection;
  readonly engine: Engine;
  /** Opens the invitation with its QR code. */
  readonly onInvite: () => void;
};

/** The button that opens the panel of the room's devices. The panel is loaded when it opens for the first time. */
export function DevicesButton(props: DevicesButtonProps) {
  const { t } = useTranslation("room");
  const { isOpen, open, close } = useDisclosure();
  const panel = useLazy(loadPanel, isOpen, close);
  return (
    <>
      <IconButton label={t("devices")} icon={<Speaker />} isOn={isOpen} onPress={isOpen ? close : open} tooltip />
      {panel && <panel.DevicesPanel {...props} isOpen={isOpen} onClose={close} />}
    </>
  );
}
