import { Heart } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button.tsx";
import { Tooltip } from "./tooltip.tsx";
import { uiLimits } from "./ui-limits.ts";

type HeartButtonProps = {
  /** What it marks, where several stand on a page. */
  readonly label: string;
  readonly isOn: boolean;
  readonly onPress: () => void;
  /** For its place in a layout; never for how it looks. */
  readonly className?: string;
};

/** Marks something as a favorite. Its tooltip says whether it is one, and comes later than others (SPEC §9). */
export function HeartButton({ label, isOn, onPress, className = "" }: HeartButtonProps) {
  const { t } = useTranslation();
  return (
    <Tooltip text={t(isOn ? "favorited" : "favorite")} delayMs={uiLimits.favoriteTooltipDelayMs}>
      <IconButton
        size="sm"
        label={label}
        isOn={isOn}
        icon={<Heart className={isOn ? "fill-star text-star" : ""} />}
        onPress={onPress}
        className={`aria-pressed:not-hover:bg-transparent ${className}`}
      />
    </Tooltip>
  );
}
