import type { ReactNode } from "react";
import { joinClasses } from "./join-classes.ts";

type BadgeTone = "plain" | "outline" | "live" | "warn" | "danger" | "info" | "ink" | "dev";

const TONES: Record<BadgeTone, string> = {
  plain: "h-5 gap-1 rounded-sm bg-sunken px-[7px] text-micro text-ink-2",
  outline:
    "h-[17px] rounded-[5px] px-[5px] text-[10px] leading-none tracking-[0.05em] text-ink inset-ring inset-ring-line-strong",
  live: "h-5 gap-1 rounded-sm bg-accent-soft px-[7px] text-micro text-accent-ink",
  warn: "h-5 gap-1 rounded-sm bg-warn-soft px-[7px] text-micro text-warn-ink",
  danger: "h-5 gap-1 rounded-sm bg-danger-soft px-[7px] text-micro text-danger-ink",
  info: "h-5 gap-1 rounded-sm bg-info-soft px-[7px] text-micro text-info-ink",
  ink: "h-5 gap-1 rounded-sm bg-ink px-[7px] text-micro text-on-ink",
  // amber is the same in all themes, and so is the text on it
  dev: "h-5 gap-1 rounded-sm bg-warn px-[7px] text-micro tracking-[0.05em] text-[oklch(0.25_0.05_80)] forced-colors:text-on-ink",
};

type BadgeProps = { readonly tone?: BadgeTone; readonly icon?: ReactNode; readonly children: ReactNode };

export function Badge({ tone = "plain", icon, children }: BadgeProps) {
  return (
    <span
      className={joinClasses(
        "forced-edge inline-flex shrink-0 items-center whitespace-nowrap font-strong [&_svg]:size-3",
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
