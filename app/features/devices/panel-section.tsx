import { type ReactNode, useId } from "react";
import { Switch } from "#app/ui/switch.tsx";

type PanelSectionProps = { readonly title: string; readonly count?: number; readonly children: ReactNode };

/** A part of the panel under a heading. */
export function PanelSection({ title, count, children }: PanelSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2 border-line px-3 py-3 not-first:border-t">
      <h3 id={id} className="text-caption font-strong text-ink-3">
        {title} {count !== undefined && <span className="ml-1 font-normal tabular-nums">{count}</span>}
      </h3>
      {children}
    </section>
  );
}

type SwitchRowProps = {
  readonly label: string;
  readonly text: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

/** A switch with an explanation. */
export function SwitchRow({ label, text, isOn, onChange }: SwitchRowProps) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <span className="min-w-0">
        <span className="block font-label">{label}</span>
        <span className="block text-caption text-ink-3">{text}</span>
      </span>
      <Switch aria-label={label} isSelected={isOn} onChange={onChange} />
    </div>
  );
}
