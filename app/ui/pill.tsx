import type { ReactNode } from "react";
import { joinClasses } from "./join-classes.ts";

const TONES = {
  plain: "bg-sunken text-ink",
  warn: "bg-warn-soft text-warn-ink",
  danger: "bg-danger-soft text-danger-ink",
} as const;

type PillProps = { readonly tone?: keyof typeof TONES; readonly icon?: ReactNode; readonly children: ReactNode };

export function Pill({ tone = "plain", icon, children }: PillProps) {
  return (
    <span
      className={joinClasses(
        "forced-edge inline-flex h-8 shrink-0 items-center gap-2 whitespace-nowrap rounded-full px-3 text-small font-label [&_svg]:size-4",
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
