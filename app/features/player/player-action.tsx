import { Headphones, RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import type { Player } from "./use-player.ts";

/** The button for the action that the player's state calls for, if any. */
export function PlayerAction({ player, isShort = false }: { readonly player: Player; readonly isShort?: boolean }) {
  const { t } = useTranslation(["room", "shell"]);
  switch (player.state) {
    case "connect":
      return (
        <Button variant="live" icon={<Headphones />} onPress={player.listen} data-testid="listen">
          {t(isShort ? "player.listenShort" : "player.listen")}
        </Button>
      );
    case "sync-error":
      return (
        <Button size="sm" icon={<RefreshCw />} onPress={player.resync}>
          {t("player.resync")}
        </Button>
      );
    case "fault":
      return (
        <>
          <Button size="sm" onPress={player.retry}>
            {t("shell:tryAgain")}
          </Button>
          {player.canControl && !isShort && (
            <Button size="sm" variant="ghost" onPress={player.next}>
              {t("player.skip")}
            </Button>
          )}
        </>
      );
    default:
      return null;
  }
}
