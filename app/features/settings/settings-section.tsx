import type { ReactNode } from "react";

type SettingsSectionProps = { readonly id: string; readonly title: string; readonly children: ReactNode };

export function SettingsSection({ id, title, children }: SettingsSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4">
      <h2 id={`${id}-title`} className="pb-2 text-h2 font-bold">
        {title}
      </h2>
      <div className="divide-y divide-line">{children}</div>
    </section>
  );
}

type SettingRowProps = {
  readonly title: string;
  readonly text: string;
  /** The control. */
  readonly children: ReactNode;
  /** The progress or the result. */
  readonly below?: ReactNode;
};

/** A setting or an action with its explanation. */
export function SettingRow({ title, text, children, below }: SettingRowProps) {
  return (
    <div className="grid gap-3 py-3.5">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <h3 className="font-label">{title}</h3>
          <p className="text-small text-ink-3">{text}</p>
        </div>
        {children}
      </div>
      {below}
    </div>
  );
}
