import type { KeyboardEvent, ReactNode } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";
import { joinClasses } from "./join-classes.ts";
import { useSecondPress } from "./use-second-press.ts";

type TwoPressButtonProps = {
  readonly label: string;
  readonly armedLabel: string;
  /** The announcement of screen readers after the first press. Default: `armedLabel`. */
  readonly announcement?: string;
  readonly icon?: ReactNode;
  readonly size?: ButtonSize;
  readonly variant?: ButtonVariant;
  readonly isBusy?: boolean;
  /** Narrow screens show only the icon before the first press. */
  readonly isCompact?: boolean;
  readonly onConfirm: () => void;
};

const COMPACT = "min-w-0 max-lg:shrink";
const COMPACT_AT_REST = "max-[1000px]:px-3.5 max-[1000px]:*:gap-0";

/** A button that acts on the second press. The first one expires after a few seconds, on blur and on Escape. */
export function TwoPressButton({
  label,
  armedLabel,
  announcement = armedLabel,
  variant = "secondary",
  isCompact = false,
  onConfirm,
  ...button
}: TwoPressButtonProps) {
  const { isArmed, press, disarm } = useSecondPress({ announcement, onConfirm });

  const disarmOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isArmed) return;
    // otherwise Escape would also close the surrounding dialog
    event.stopPropagation();
    disarm();
  };

  return (
    <Button
      {...button}
      data-armed={isArmed || undefined}
      variant={isArmed ? "danger" : variant}
      onPress={press}
      onBlur={disarm}
      onKeyDown={disarmOnEscape}
      className={joinClasses(isCompact && COMPACT, isCompact && !isArmed && COMPACT_AT_REST)}
    >
      {isArmed ? armedLabel : <span className={isCompact ? "max-[1000px]:sr-only" : undefined}>{label}</span>}
    </Button>
  );
}
