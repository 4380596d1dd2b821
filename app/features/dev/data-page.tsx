import { type ReactNode, useId } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";

/** The frame of a developer page: a sentence about it, then sections. */
export function DataPage({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  return (
    <main id="content" className="mx-auto grid max-w-360 gap-8 px-4 pt-4 pb-16 md:px-8">
      <p className="max-w-160 text-ink-2">{text}</p>
      {children}
    </main>
  );
}

type DataSectionProps = {
  readonly title: string;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

export function DataSection({ title, actions, children }: DataSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lead font-bold">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** An error with a button that loads again. */
export function LoadError({ error, onRetry }: { readonly error: ErrorCode; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return <RetryNote text={errorText(error)} label={t("tryAgain")} onRetry={onRetry} />;
}

export function RowSkeletons({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <span className="sr-only">{t("loading")}</span>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal
        <div key={i} className="flex h-9 items-center gap-4 border-b border-line">
          <Skeleton className="h-3 w-40" />
          <Skeleton className="ml-auto h-3 w-16" />
        </div>
      ))}
    </div>
  );
}
