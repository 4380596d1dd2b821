import { Blend } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { PopoverPanel } from "#app/ui/popover.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";
import { useCrossfadeText } from "./use-crossfade-text.ts";
import type { Player } from "./use-player.ts";

const loadControl = () => import("./crossfade-control.tsx");

type PlayerProps = { readonly player: Player };

/** A button that opens the length of the crossfade. A narrower dock has it in its menu. */
export function CrossfadeButton({ player }: PlayerProps) {
  const { t } = useTranslation("playback");
  const { crossfadeMs } = player.order;
  const label = useCrossfadeText().label(crossfadeMs);
  return (
    <PopoverPanel
      label={t("crossfade.title")}
      width={300}
      trigger={<IconButton label={label} icon={<Blend />} isOn={crossfadeMs > 0} tooltip />}
    >
      <div className="p-4">
        <LazyCrossfadeControl player={player} />
      </div>
    </PopoverPanel>
  );
}

export function LazyCrossfadeControl({ player }: PlayerProps) {
  const control = useLazy(loadControl, true);
  return <div className="min-h-24">{control && <control.CrossfadeControl player={player} />}</div>;
}
