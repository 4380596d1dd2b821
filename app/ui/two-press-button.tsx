import type { KeyboardEvent, ReactNode } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";
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
  readonly onConfirm: () => void;
};

/** A button that acts on the second press. The first one expires after a few seconds, on blur and on Escape. */
export function TwoPressButton({
  label,
  armedLabel,
  announcement = armedLabel,
  variant = "secondary",
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
    >
      {isArmed ? armedLabel : label}
    </Button>
  );
}
