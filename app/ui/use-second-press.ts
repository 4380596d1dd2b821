import { announce } from "./announce.ts";
import { useArmed } from "./use-armed.ts";

type SecondPressOptions = {
  /** The announcement of screen readers after the first press. */
  readonly announcement: string;
  readonly onConfirm: () => void;
};

type SecondPress = { readonly isArmed: boolean; press(event?: { readonly isDoubleClick?: boolean }): void; disarm(): void };

/** Two presses for an action without undo: the first one arms it for a few seconds and is announced, the second confirms. */
export function useSecondPress({ announcement, onConfirm }: SecondPressOptions): SecondPress {
  const { target, arm, disarm } = useArmed<"action">();
  const isArmed = target !== null;
  return {
    isArmed,
    press({ isDoubleClick = false } = {}) {
      // the second half of a double click does not confirm
      if (isArmed && isDoubleClick) return;
      if (isArmed) {
        onConfirm();
        disarm();
      } else {
        announce(announcement);
        arm("action");
      }
    },
    disarm,
  };
}
