import { Check, TriangleAlert } from "lucide-react";
import { outputDelays } from "#app/app-state/output-delays.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { formatMs } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Note } from "#app/ui/note.tsx";
import type { TapResult as Result } from "./tap-beat.ts";
import { toTapOutcome } from "./tap-display.ts";
import { useAnnouncement } from "./use-announcement.ts";
import { useDelayLabel } from "./use-delay-label.ts";
import { useFormatDelay } from "./use-format-delay.ts";

/** The delay that the taps suggest, and how far they can be trusted. */
export function TapResult({ result }: { readonly result: Result }) {
  const { t, language } = useTranslation("calibration");
  const format = useFormatDelay();
  const label = useDelayLabel();
  const currentMs = useStore(outputDelays.delayMs);
  const { newMs, isLimited, isSteady } = toTapOutcome(result, currentMs);
  const ms = formatMs(Math.round(result.spreadMs), language);
  const spread = t(isSteady ? "tap.spread" : "tap.unevenText", { ms });
  useAnnouncement(t("tap.resultSpoken", { delay: format(newMs), spread }));
  return (
    <div className="grid gap-4">
      <div>
        <p className="text-ink-2 wrap-anywhere">{label}</p>
        <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
          <span data-testid="tap-delay" className="text-[40px] leading-12 font-bold tracking-[-.03em]">
            {format(newMs)}
          </span>
          {newMs !== currentMs && (
            <span className="text-small text-ink-3">{t("tap.before", { delay: format(currentMs) })}</span>
          )}
        </p>
      </div>
      {isLimited && (
        <Note tone="warn" icon={<TriangleAlert />}>
          {t("tap.outside", { ms: deviceLimits.delayMs })}
        </Note>
      )}
      <Note tone={isSteady ? "live" : "warn"} icon={isSteady ? <Check /> : <TriangleAlert />}>
        <b>{t(isSteady ? "tap.steady" : "tap.uneven")}</b> {spread}
      </Note>
    </div>
  );
}
