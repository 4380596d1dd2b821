import type { ReactNode } from "react";
import { joinClasses } from "./join-classes.ts";

const TONES = {
  plain: "bg-sunken text-ink-2 [&_svg]:text-ink-3",
  info: "bg-info-soft text-info-ink",
  warn: "bg-warn-soft text-warn-ink",
  danger: "bg-danger-soft text-danger-ink",
  live: "bg-accent-soft text-accent-ink",
} as const;

type NoteProps = {
  readonly tone?: keyof typeof TONES;
  readonly icon?: ReactNode;
  /** For a note that appears later: screen readers speak an `alert` at once and a `status` when they are idle. */
  readonly role?: "alert" | "status";
  readonly children: ReactNode;
};

export function Note({ tone = "plain", icon, role, children }: NoteProps) {
  return (
    <div
      role={role}
      className={joinClasses(
        "forced-edge flex items-start gap-3 rounded-md px-3.5 py-3 text-small [&_b]:font-bold [&>svg]:mt-px [&>svg]:size-[18px] [&>svg]:shrink-0 [&>svg]:stroke-[1.75]",
        TONES[tone],
      )}
    >
      {icon}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
