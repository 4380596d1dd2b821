import { Link, type LinkProps } from "@remix-run/react";
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from "react";
import { type DisabledReasonProps, offProps, withTooltip } from "./disabled-reason.tsx";
import { joinClasses } from "./join-classes.ts";
import { type PressEvent, pressProps } from "./press-props.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "raised" | "ghost" | "outline" | "live" | "danger" | "danger-soft";
export type ButtonSize = "sm" | "md" | "lg";

type ButtonAppearance = {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
  readonly isWide?: boolean;
  /** Layout only: the appearance comes from `variant` and `size`. */
  readonly className?: string;
  readonly children: ReactNode;
};

export type ButtonProps = ButtonAppearance &
  DisabledReasonProps &
  Omit<ComponentPropsWithoutRef<"button">, keyof ButtonAppearance | "onClick" | "disabled"> & {
    /** Replaces the label with a spinner and ignores presses. The button keeps the focus. */
    readonly isBusy?: boolean;
    readonly isDisabled?: boolean;
    readonly onPress?: ((event: PressEvent) => void) | undefined;
  };

const BASE =
  "forced-control relative inline-flex shrink-0 items-center justify-center whitespace-nowrap no-underline " +
  "[transition:background-color_var(--quick)_var(--out),color_var(--quick)_var(--out),scale_var(--press)_var(--out)] " +
  "motion-safe:usable:not-aria-disabled:active:scale-[0.97] " +
  // the touch target is at least 44 px high
  "pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 " +
  "off:cursor-not-allowed off:bg-sunken off:text-ink-off off:inset-ring-0";

const SIZES: Record<ButtonSize, string> = {
  sm: "h-8 rounded-[8px] px-3 text-small [&_svg]:size-4 pointer-coarse:after:-inset-y-1.5",
  md: "h-10 rounded-md px-4 text-body [&_svg]:size-[18px] [&_svg]:stroke-[1.75] pointer-coarse:after:-inset-y-0.5",
  lg: "h-12 rounded-[12px] px-[22px] text-[15px] leading-5 [&_svg]:size-[18px] [&_svg]:stroke-[1.75]",
};

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-ink text-on-ink hover:usable:bg-[color-mix(in_oklab,var(--ink)_86%,var(--bg))]",
  secondary: "bg-sunken text-ink hover:usable:bg-pressed",
  // for buttons on a sunken background
  raised: "bg-overlay text-ink shadow-1 hover:usable:bg-[color-mix(in_oklab,var(--overlay)_95%,var(--ink))]",
  ghost: "text-ink-2 hover:usable:bg-sunken hover:usable:text-ink",
  outline: "inset-ring inset-ring-line-strong text-ink hover:usable:bg-sunken",
  live: "bg-accent text-on-accent hover:usable:bg-[color-mix(in_oklab,var(--accent)_92%,var(--ink))]",
  danger: "bg-danger text-on-danger hover:usable:bg-[color-mix(in_oklab,var(--danger)_90%,var(--ink))]",
  "danger-soft": "bg-danger-soft text-danger-ink hover:usable:bg-[color-mix(in_oklab,var(--danger-soft)_95%,var(--danger))]",
};

/** Dark text on the bright accent color needs more weight. */
const fontWeight = (variant: ButtonVariant) => (variant === "live" ? "font-bold" : "font-strong");

const GAPS: Record<ButtonSize, string> = { sm: "gap-1.5", md: "gap-2", lg: "gap-2" };

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "md", isWide = false): string {
  return joinClasses(BASE, SIZES[size], GAPS[size], VARIANTS[variant], fontWeight(variant), isWide && "w-full");
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props, ref) {
  const { variant = "secondary", size = "md", icon, isWide = false, className, isBusy = false, children, ...others } = props;
  const { isDisabled = false, disabledReason, onDisabledPress, onPress, type = "button", ...rest } = others;
  const reason = isBusy && disabledReason ? null : disabledReason;
  const isOff = typeof reason === "string";
  const press = isOff ? onDisabledPress : onPress;
  const button = (
    <button
      {...rest}
      {...offProps(reason)}
      {...pressProps(isBusy ? undefined : press, rest)}
      ref={ref}
      // a busy button must not submit its form again
      type={isBusy || isOff ? "button" : type}
      disabled={isDisabled}
      {...(isBusy && { "aria-busy": true, "aria-disabled": true })}
      className={joinClasses(buttonClass(variant, size, isWide), className)}
    >
      <span className={joinClasses("inline-flex min-w-0 items-center", GAPS[size], isBusy && "opacity-0")}>
        {icon}
        <span className="min-w-0 truncate">{children}</span>
      </span>
      {isBusy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
  return withTooltip(button, null, { disabledReason: reason, onDisabledPress });
});

export type LinkButtonProps = ButtonAppearance & Omit<LinkProps, keyof ButtonAppearance> & { readonly to: string };

export const LinkButton = forwardRef<HTMLAnchorElement, LinkButtonProps>(function LinkButton(
  { variant = "secondary", size = "md", icon, isWide = false, className, children, ...rest },
  ref,
) {
  return (
    <Link {...rest} ref={ref} className={joinClasses(buttonClass(variant, size, isWide), className)}>
      {icon}
      {children}
    </Link>
  );
});
