import { SmilePlus } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { PopoverPanel } from "#app/ui/popover.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";
import type { Player } from "../use-player.ts";

const loadBar = () => import("./reaction-bar.tsx");

type PlayerProps = { readonly player: Player };

/** A button of the dock that opens the reactions. A narrower dock has them in its menu. */
export function ReactionButton({ player }: PlayerProps) {
  const { t } = useTranslation("room");
  const label = t("player.react");
  return (
    <span className="-ml-2 flex shrink-0 max-lg:hidden">
      <PopoverPanel label={label} width={296} trigger={<IconButton label={label} icon={<SmilePlus />} tooltip />}>
        <div className="p-3">
          <LazyReactionBar player={player} />
        </div>
      </PopoverPanel>
    </span>
  );
}

export function LazyReactionBar({ player }: PlayerProps) {
  const bar = useLazy(loadBar, true);
  return <div className="min-h-17">{bar && <bar.ReactionBar player={player} />}</div>;
}
