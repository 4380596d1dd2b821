import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from "react";
import { joinClasses } from "./join-classes.ts";
import { type PressEvent, pressProps } from "./press-props.ts";
import { Tooltip } from "./tooltip.tsx";

type IconButtonOwnProps = {
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: "sm" | "md" | "lg";
  readonly variant?: "ghost" | "fill" | "strong" | "raised";
  /** Makes the button a toggle. The label is the same in both states. */
  readonly isOn?: boolean | undefined;
  readonly isDisabled?: boolean;
  /** Shows the label as a tooltip. */
  readonly tooltip?: boolean;
  readonly onPress?: ((event: PressEvent) => void) | undefined;
  /** Layout only: the appearance comes from `variant` and `size`. */
  readonly className?: string;
};

export type IconButtonProps = IconButtonOwnProps &
  Omit<ComponentPropsWithoutRef<"button">, keyof IconButtonOwnProps | "onClick" | "disabled" | "children" | "aria-label">;

const BASE =
  "relative inline-grid shrink-0 place-items-center " +
  "[transition:background-color_var(--quick)_var(--out),color_var(--quick)_var(--out),scale_var(--press)_var(--out)] " +
  "motion-safe:not-disabled:active:scale-[0.97] hover:not-disabled:text-ink aria-pressed:text-ink aria-expanded:text-ink " +
  "pointer-coarse:after:absolute disabled:cursor-not-allowed disabled:text-ink-off";

// the touch target is at least 44 px
const SIZES = {
  sm: "size-8 rounded-[8px] [&_svg]:size-[18px] [&_svg]:stroke-[1.75] pointer-coarse:after:-inset-1.5",
  md: "size-10 rounded-md [&_svg]:size-5 [&_svg]:stroke-[1.75] pointer-coarse:after:-inset-0.5",
  lg: "size-12 rounded-[12px] [&_svg]:size-6 [&_svg]:stroke-[1.75]",
} as const;

const HIGHLIGHT = "hover:not-disabled:bg-sunken aria-pressed:bg-sunken aria-expanded:bg-sunken";
const VARIANTS = {
  ghost: `text-ink-2 ${HIGHLIGHT}`,
  strong: `text-ink ${HIGHLIGHT}`,
  // round, for a button that floats above the page
  raised: "size-11! rounded-full! bg-overlay text-ink shadow-2 hover:not-disabled:bg-sunken",
  fill: "bg-sunken text-ink-2 hover:not-disabled:bg-pressed aria-pressed:bg-pressed aria-expanded:bg-pressed",
} as const;

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  {
    label,
    icon,
    size = "md",
    variant = "ghost",
    isOn,
    isDisabled = false,
    tooltip = false,
    onPress,
    className,
    type = "button",
    ...rest
  },
  ref,
) {
  const button = (
    <button
      {...rest}
      {...pressProps(onPress, rest)}
      ref={ref}
      type={type}
      disabled={isDisabled}
      aria-label={label}
      {...(isOn !== undefined && { "aria-pressed": isOn })}
      className={joinClasses(BASE, SIZES[size], VARIANTS[variant], className)}
    >
      {icon}
    </button>
  );
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
});
