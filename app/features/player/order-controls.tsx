import { Repeat, Repeat1, Shuffle } from "lucide-react";
import type { ReactElement } from "react";
import type { Repeat as RepeatMode } from "#app/domain/playback/play-order.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { usePlaybackRefusal } from "./use-playback-refusal.ts";
import type { Player } from "./use-player.ts";

const NEXT_REPEAT: Record<RepeatMode, RepeatMode> = { off: "all", all: "one", one: "off" };

type OrderControlProps = {
  readonly player: Player;
  /** Shows the name beside the icon. */
  readonly isWide?: boolean;
};

/** Shuffles the playlist. All devices play the same order. */
export function ShuffleButton({ player, isWide = false }: OrderControlProps) {
  const { t } = useTranslation("room");
  const isOn = player.order.shuffleSeed !== null;
  const appearance = { label: t("player.shuffle"), icon: <Shuffle />, isOn, isWide };
  return <OrderButton player={player} {...appearance} onPress={() => player.setShuffle(!isOn)} />;
}

/** Each press switches to the next repeat mode. */
export function RepeatButton({ player, isWide = false }: OrderControlProps) {
  const { t } = useTranslation("room");
  const { repeat } = player.order;
  const icon = repeat === "one" ? <Repeat1 /> : <Repeat />;
  const appearance = { label: t(`player.repeat.${repeat}`), icon, isOn: repeat !== "off", isWide };
  return <OrderButton player={player} {...appearance} onPress={() => player.setRepeat(NEXT_REPEAT[repeat])} />;
}

type OrderButtonProps = {
  readonly player: Player;
  readonly label: string;
  readonly icon: ReactElement;
  readonly isOn: boolean;
  readonly isWide: boolean;
  readonly onPress: () => void;
};

function OrderButton({ player, label, icon, isOn, isWide, onPress }: OrderButtonProps) {
  const refusal = usePlaybackRefusal(player.view);
  const press = { disabledReason: refusal.reason, onDisabledPress: refusal.onDisabledPress, onPress };
  if (!isWide) return <IconButton label={label} icon={icon} isOn={isOn} {...press} tooltip />;
  return (
    <Button variant={isOn ? "secondary" : "ghost"} icon={icon} aria-pressed={isOn} isWide {...press} className="justify-start!">
      {label}
    </Button>
  );
}
