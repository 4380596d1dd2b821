import type { ReactNode } from "react";

type EmptyStateProps = {
  readonly title: string;
  readonly text?: ReactNode;
  /** Buttons or links that lead on. */
  readonly children?: ReactNode;
  readonly level?: 2 | 3;
} & (
  | { readonly icon: ReactNode; readonly art?: never }
  /** The large form with a picture, for a page without other content. */
  | { readonly art: ReactNode; readonly icon?: never }
);

export function EmptyState({ icon, art, title, text, children, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? "h2" : "h3";
  if (art) {
    return (
      <div className="grid justify-items-center gap-2.5 px-6 pt-18 text-center">
        <div className="mb-3.5 h-23 w-65 [mask-image:linear-gradient(90deg,transparent,#000_18%,#000_82%,transparent)]">
          {art}
        </div>
        <Heading className="text-h2 font-bold">{title}</Heading>
        {text && <p className="mb-2.5 max-w-80 text-ink-2">{text}</p>}
        {children}
      </div>
    );
  }
  return (
    <div className="forced-edge grid justify-items-center gap-1.5 rounded-lg p-5 text-center inset-ring inset-ring-line">
      <span className="text-ink-3 [&>svg]:size-[26px] [&>svg]:stroke-[1.75]">{icon}</span>
      <Heading className="font-bold">{title}</Heading>
      {text && <p className="text-ink-3">{text}</p>}
      {children && <div className="mt-1.5 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
