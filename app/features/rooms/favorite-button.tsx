import type { TFunction } from "i18next";
import { Heart } from "lucide-react";
import { limits } from "#app/domain/limits.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";

type FavoriteButtonProps = {
  readonly roomName: string;
  readonly isFavorite: boolean;
  readonly onPress: () => void;
  readonly t: TFunction<"home">;
};

export function FavoriteButton({ roomName, isFavorite, onPress, t }: FavoriteButtonProps) {
  return (
    <Tooltip text={t(isFavorite ? "favorited" : "favorite")} delayMs={limits.favoriteTooltipDelayMs}>
      <IconButton
        size="sm"
        label={t("favoriteOf", { name: roomName })}
        isOn={isFavorite}
        icon={<Heart className={isFavorite ? "fill-star text-star" : ""} />}
        onPress={onPress}
        className="z-1 -mt-1 -mr-1.5 aria-pressed:not-hover:bg-transparent"
      />
    </Tooltip>
  );
}
