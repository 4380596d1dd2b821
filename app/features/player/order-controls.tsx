import { Repeat, Repeat1, Shuffle } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Repeat as RepeatMode } from "#app/domain/playback/play-order.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import type { Player } from "./use-player.ts";

const NEXT_REPEAT: Record<RepeatMode, RepeatMode> = { off: "all", all: "one", one: "off" };

/** Shuffles the playlist. All devices play the same order. */
export function ShuffleButton({ player }: { readonly player: Player }) {
  const { t } = useTranslation("room");
  const isOn = player.order.shuffleSeed !== null;
  return (
    <IconButton
      label={t("player.shuffle")}
      icon={<Shuffle />}
      isOn={isOn}
      isDisabled={!player.canControl}
      onPress={() => player.setShuffle(!isOn)}
      tooltip
    />
  );
}

/** Each press switches to the next repeat mode. */
export function RepeatButton({ player }: { readonly player: Player }) {
  const { t } = useTranslation("room");
  const { repeat } = player.order;
  return (
    <IconButton
      label={t(`player.repeat.${repeat}`)}
      icon={repeat === "one" ? <Repeat1 /> : <Repeat />}
      isOn={repeat !== "off"}
      isDisabled={!player.canControl}
      onPress={() => player.setRepeat(NEXT_REPEAT[repeat])}
      tooltip
    />
  );
}
