import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from "react";
import { type DisabledReasonProps, offProps, withTooltip } from "./disabled-reason.tsx";
import { joinClasses } from "./join-classes.ts";
import { type PressEvent, pressProps } from "./press-props.ts";

type IconButtonOwnProps = DisabledReasonProps & {
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
  "forced-control relative inline-grid shrink-0 place-items-center " +
  "[transition:background-color_var(--quick)_var(--out),color_var(--quick)_var(--out),scale_var(--press)_var(--out)] " +
  "motion-safe:usable:active:scale-[0.97] hover:usable:text-ink aria-pressed:text-ink aria-expanded:text-ink " +
  "pointer-coarse:after:absolute off:cursor-not-allowed off:text-ink-off";

// the touch target is at least 44 px
const SIZES = {
  sm: "size-8 rounded-[8px] [&_svg]:size-[18px] [&_svg]:stroke-[1.75] pointer-coarse:after:-inset-1.5",
  md: "size-10 rounded-md [&_svg]:size-5 [&_svg]:stroke-[1.75] pointer-coarse:after:-inset-0.5",
  lg: "size-12 rounded-[12px] [&_svg]:size-6 [&_svg]:stroke-[1.75]",
} as const;

const HIGHLIGHT = "hover:usable:bg-sunken aria-pressed:bg-sunken aria-expanded:bg-sunken";
const VARIANTS = {
  ghost: `text-ink-2 ${HIGHLIGHT}`,
  strong: `text-ink ${HIGHLIGHT}`,
  // round, for a button that floats above the page
  raised: "size-11! rounded-full! bg-overlay text-ink shadow-2 hover:usable:bg-sunken",
  fill: "bg-sunken text-ink-2 hover:usable:bg-pressed aria-pressed:bg-pressed aria-expanded:bg-pressed",
} as const;

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(props, ref) {
  const { label, icon, size = "md", variant = "ghost", isOn, isDisabled = false, tooltip = false, ...others } = props;
  const { disabledReason, onDisabledPress, onPress, className, type = "button", ...rest } = others;
  const isOff = typeof disabledReason === "string";
  const button = (
    <button
      {...rest}
      {...offProps(disabledReason)}
      {...pressProps(isOff ? onDisabledPress : onPress, rest)}
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
  return withTooltip(button, tooltip ? label : null, { disabledReason, onDisabledPress });
});
