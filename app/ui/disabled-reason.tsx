import type { ReactElement } from "react";
import { Tooltip } from "./tooltip.tsx";

export type DisabledReasonProps = {
  /** Why the button does nothing now. It can still be focused, and a press shows this text. Null while the button works. */
  readonly disabledReason?: string | null | undefined;
  /** Runs on a press in place of showing the reason. */
  readonly onDisabledPress?: (() => void) | undefined;
};

/** The attributes of a button that has a reason to do nothing. The variant `off` in app.css styles it. */
export function offProps(disabledReason: string | null | undefined) {
  return typeof disabledReason === "string" ? { "aria-disabled": true, "data-off": "" } : {};
}

/**
 * Adds the tooltip of a button: the reason, or else the label. A button that may get a reason always has the tooltip around it:
 * otherwise it would be created again, without the focus, whenever the reason appears or disappears.
 */
export function withTooltip(
  button: ReactElement,
  label: string | null,
  { disabledReason, onDisabledPress }: DisabledReasonProps,
): ReactElement {
  if (label === null && disabledReason === undefined) return button;
  const opensOnPress = typeof disabledReason === "string" && onDisabledPress === undefined;
  return (
    <Tooltip text={disabledReason ?? label} opensOnPress={opensOnPress}>
      {button}
    </Tooltip>
  );
}
