import { Bell, Check, CircleAlert, Info, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { joinClasses } from "./join-classes.ts";
import type { Notice, NoticeVariant } from "./notice-store.ts";

const VARIANTS = {
  default: { icon: Bell, ink: "text-ink-2", bar: "bg-ink-3" },
  info: { icon: Info, ink: "text-info-ink", bar: "bg-info" },
  success: { icon: Check, ink: "text-accent-ink", bar: "bg-accent-wave" },
  warning: { icon: TriangleAlert, ink: "text-warn-ink", bar: "bg-warn" },
  error: { icon: CircleAlert, ink: "text-danger-ink", bar: "bg-danger" },
} as const satisfies Record<NoticeVariant, unknown>;

type NoticeCardProps = {
  readonly notice: Notice;
  /** How much of the notice's time has passed. */
  readonly elapsedMs: () => number;
  readonly onClose: () => void;
};

export function NoticeCard({ notice, elapsedMs, onClose }: NoticeCardProps) {
  const { t } = useTranslation();
  const appearance = VARIANTS[notice.variant];
  return (
    <div
      role={notice.variant === "error" ? "alert" : "status"}
      className={joinClasses(
        "floats relative flex items-start gap-3 overflow-hidden rounded-lg bg-overlay py-3.5 pr-2 pl-4 shadow-2",
        notice.isLeaving ? "animate-leave" : "animate-rise",
      )}
    >
      <span aria-hidden className={`pt-px [&>svg]:size-[18px] [&>svg]:stroke-[1.75] ${appearance.ink}`}>
        {notice.icon ?? <appearance.icon />}
      </span>
      <div className="min-w-0 flex-1 break-words">
        <p className="font-strong">{notice.title}</p>
        {notice.message !== undefined && <p className="mt-0.5 text-small leading-[18px] text-ink-2">{notice.message}</p>}
        {notice.actions.length > 0 && <Actions actions={notice.actions} onClose={onClose} />}
      </div>
      {notice.isClosable && (
        <IconButton size="sm" label={t("notices.close")} icon={<X />} onPress={onClose} className="-my-1.5" />
      )}
      {notice.durationMs !== null && (
        <TimerBar className={appearance.bar} durationMs={notice.durationMs} elapsedMs={elapsedMs} />
      )}
    </div>
  );
}

function Actions({ actions, onClose }: Pick<Notice, "actions"> & Pick<NoticeCardProps, "onClose">) {
  return (
    <div className="mt-2.5 flex flex-wrap gap-2">
      {actions.map(({ id, label, variant = "secondary", onPress }) => (
        <Button
          key={id}
          size="sm"
          variant={variant}
          onPress={() => {
            onPress();
            onClose();
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

type TimerBarProps = { readonly className: string; readonly durationMs: number; readonly elapsedMs: () => number };

/** A CSS animation in parallel to the store's timer. A pause stops both. */
function TimerBar({ className, durationMs, elapsedMs }: TimerBarProps) {
  const [delayMs] = useState(() => -elapsedMs());
  return (
    <span
      aria-hidden
      data-testid="timer"
      style={{ "--duration": `${durationMs}ms`, "--seconds": Math.ceil(durationMs / 1000), animationDelay: `${delayMs}ms` }}
      className={`absolute inset-x-0 bottom-0 h-0.5 origin-left animate-run-down group-data-paused:[animation-play-state:paused] motion-reduce:[animation-timing-function:steps(var(--seconds))] ${className}`}
    />
  );
}
