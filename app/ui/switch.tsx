import type { ReactNode } from "react";
import { Switch as RacSwitch } from "react-aria-components/Switch";

type SwitchProps = {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
} & ({ readonly children: ReactNode } | { readonly "aria-label": string });

export function Switch(props: SwitchProps) {
  const { children, ...rest } = { children: undefined, ...props };
  return (
    <RacSwitch
      {...rest}
      // the touch target is at least 44 px
      className="group relative inline-flex cursor-pointer items-center gap-2.5 outline-none data-disabled:cursor-not-allowed pointer-coarse:min-h-11 pointer-coarse:after:absolute pointer-coarse:after:-inset-x-0.5 pointer-coarse:after:inset-y-0"
    >
      <span className="forced-track relative h-6 w-10 shrink-0 rounded-full bg-line-strong outline-offset-2 transition-colors duration-160 ease-out group-data-disabled:opacity-45 group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus group-data-selected:bg-ink">
        <span className="forced-thumb absolute top-[3px] left-[3px] size-[18px] rounded-full bg-overlay transition-transform duration-160 ease-out group-data-selected:translate-x-4 group-data-selected:bg-on-ink" />
      </span>
      {children}
    </RacSwitch>
  );
}
