import { HeadphoneOff } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { SleepMenu } from "./sleep-menu.tsx";
import type { SleepTimer } from "./sleep-timer.ts";
import type { Player } from "./use-player.ts";

type ListeningControlsProps = {
  readonly player: Player;
  readonly sleepTimer: SleepTimer;
  /** Shows the name of the button, for the sheet on phones. Otherwise it is a part of the dock. */
  readonly isWide?: boolean;
};

/** Stops the sound of this device, now or later. The room plays on. Renders nothing while this device does not listen. */
export function ListeningControls({ player, sleepTimer, isWide = false }: ListeningControlsProps) {
  const { t } = useTranslation("playback");
  if (player.sound !== "on") return null;
  const label = t("stopListening");
  return (
    <div className={`flex shrink-0 items-center ${isWide ? "justify-center gap-2" : "-mx-2"}`}>
      {isWide ? (
        <Button icon={<HeadphoneOff />} onPress={player.stopListening}>
          <span className="short:sr-only">{label}</span>
        </Button>
      ) : (
        <IconButton label={label} icon={<HeadphoneOff />} onPress={player.stopListening} tooltip />
      )}
      <span className={isWide ? "flex" : "flex max-lg:hidden"}>
        <SleepMenu timer={sleepTimer} />
      </span>
    </div>
  );
}
