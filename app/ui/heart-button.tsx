import { Heart } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "./icon-button.tsx";
import { Tooltip } from "./tooltip.tsx";
import { uiLimits } from "./ui-limits.ts";

type HeartButtonProps = {
  /** Names the marked room if a page has several buttons. */
  readonly label: string;
  readonly isOn: boolean;
  readonly onPress: () => void;
  /** Layout only. */
  readonly className?: string;
};

/** Marks a room as a favorite. Its tooltip has a longer delay than others (SPEC §9). */
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
