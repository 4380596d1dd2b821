import { type ReactNode, useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";

type TitledProps = { readonly title: string; readonly children: ReactNode };

export function DemoSection({ title, children }: TitledProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-3.5 pb-2 text-lead font-bold shadow-[0_1px_0_var(--line)]">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function DemoGroup({ title, children }: TitledProps) {
  return (
    <div className="mb-6">
      <h3 className="mb-2.5 text-caption font-label text-ink-3">{title}</h3>
      {children}
    </div>
  );
}

/** Shows the children twice: on the page, and on a floating surface, which has stronger fill colors. */
export function OnBothSurfaces({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation("dev");
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <DemoGroup title={t("buttons.page")}>{children}</DemoGroup>
      <DemoGroup title={t("buttons.floats")}>
        <div className="floats rounded-xl bg-overlay p-4 shadow-2">{children}</div>
      </DemoGroup>
    </div>
  );
}
