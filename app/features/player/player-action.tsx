import { Headphones, RefreshCw } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import type { Player } from "./use-player.ts";

type PlayerActionProps = {
  readonly player: Player;
  /** For the mini bar, which needs its space for the title. */
  readonly isShort?: boolean;
};

/** The button for the action that the player's state calls for, if any. */
export function PlayerAction({ player, isShort = false }: PlayerActionProps) {
  const { t } = useTranslation(["room", "shell"]);
  switch (player.state) {
    case "connect":
      return (
        <Button variant="live" icon={<Headphones />} onPress={player.listen} data-testid="listen">
          {t(isShort ? "player.listenShort" : "player.listen")}
        </Button>
      );
    case "sync-error":
      if (isShort) return <RetryButton label={t("player.resync")} onPress={player.resync} />;
      return (
        <Button size="sm" icon={<RefreshCw />} onPress={player.resync}>
          {t("player.resync")}
        </Button>
      );
    case "fault":
      if (isShort) return <RetryButton label={t("shell:tryAgain")} onPress={player.retry} />;
      return (
        <>
          <Button size="sm" onPress={player.retry}>
            {t("shell:tryAgain")}
          </Button>
          {player.canControl && (
            // the dock in two rows has space for only one of the two buttons that skip the track
            <Button size="sm" variant="ghost" onPress={player.next} className="dock:max-[1180px]:hidden">
              {t("player.skip")}
            </Button>
          )}
        </>
      );
    default:
      return null;
  }
}

function RetryButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return <IconButton variant="fill" label={label} icon={<RefreshCw />} onPress={onPress} />;
}
