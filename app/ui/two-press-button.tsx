import type { KeyboardEvent, ReactNode } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";
import { useSecondPress } from "./use-second-press.ts";

type TwoPressButtonProps = {
  readonly label: string;
  readonly armedLabel: string;
  /** What screen readers say when it is armed; the armed label unless given. */
  readonly announcement?: string;
  readonly icon?: ReactNode;
  readonly size?: ButtonSize;
  readonly variant?: ButtonVariant;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly isWide?: boolean;
  readonly className?: string;
  readonly onConfirm: () => void;
};

/** The first press asks, the second one does. It asks no longer after a while, without the focus, or on Esc. */
export function TwoPressButton({
  label,
  armedLabel,
  announcement = armedLabel,
  variant = "secondary",
  onConfirm,
  ...look
}: TwoPressButtonProps) {
  const { isArmed, press, disarm } = useSecondPress({ announcement, onConfirm });

  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isArmed) return;
    // not also what it stands in
    event.stopPropagation();
    disarm();
  };

  return (
    <Button
      {...look}
      data-armed={isArmed || undefined}
      variant={isArmed ? "danger" : variant}
      onPress={press}
      onBlur={disarm}
      onKeyDown={leaveOnEscape}
    >
      {isArmed ? armedLabel : label}
    </Button>
  );
}
