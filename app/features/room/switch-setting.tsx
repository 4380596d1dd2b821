import type { ReactNode } from "react";
import { Switch } from "#app/ui/switch.tsx";

type SwitchSettingProps = {
  readonly icon: ReactNode;
  readonly label: string;
  readonly text: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Fields below the switch. */
  readonly children?: ReactNode;
  /** A button beside the switch. */
  readonly action?: ReactNode;
};

/** A setting with a switch and an explanation. */
export function SwitchSetting({ icon, label, text, isOn, onChange, children, action }: SwitchSettingProps) {
  return (
    <div className="forced-edge grid gap-3 rounded-md px-3 py-2.5 inset-ring inset-ring-line">
      <div className="flex items-center gap-3">
        <span className="shrink-0 text-ink-2 [&_svg]:size-[18px] [&_svg]:stroke-[1.75]">{icon}</span>
        <span className="min-w-0 flex-1">
          <span className="block font-label">{label}</span>
          <span className="block text-caption text-ink-3">{text}</span>
        </span>
        {action}
        <Switch aria-label={label} isSelected={isOn} onChange={onChange} />
      </div>
      {children}
    </div>
  );
}
