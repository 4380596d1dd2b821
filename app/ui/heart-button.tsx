import { Heart } from "lucide-react";
import { useTranslation } from "react-i18next";
import { limits } from "#app/domain/limits.ts";
import { IconButton } from "./icon-button.tsx";
import { Tooltip } from "./tooltip.tsx";

type HeartButtonProps = { readonly isOn: boolean; readonly onPress: () => void; readonly className?: string };

/** Marks something as a favorite. Its tooltip says what it is, and comes later than others (SPEC §9). */
export function HeartButton({ isOn, onPress, className }: HeartButtonProps) {
  const { t } = useTranslation();
  const label = t(isOn ? "favorited" : "favorite");
  return (
    <Tooltip text={label} delayMs={limits.favoriteTooltipDelayMs}>
      <IconButton
        size="sm"
        label={label}
        icon={<Heart className={isOn ? "fill-star text-star" : ""} />}
        onPress={onPress}
        {...(className && { className })}
      />
    </Tooltip>
  );
}
