import { Minus, Plus } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { formatMs } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { Slider } from "./slider.tsx";

const STEP_MS = 5;

type DelaySliderProps = {
  readonly label: string;
  /** By how much the device sounds late without the browser knowing it, whole ms. */
  readonly valueMs: number;
  /** Receives a value that may lie outside of the limits. */
  readonly onChange: (valueMs: number) => void;
  /** Further explanations, below. */
  readonly children?: ReactNode;
};

/** Corrects a delay that the browser does not know. The arrow keys change the slider by 1 ms, its buttons by more. */
export function DelaySlider({ label, valueMs, onChange, children }: DelaySliderProps) {
  const { t, language } = useTranslation("room");
  const format = (ms: number) => t("sync.ms", { ms: formatMs(ms, language) });
  const step = { ms: STEP_MS };
  const section = useRef<HTMLElement>(null);
  const reset = () => {
    onChange(0);
    // the button that has the focus disappears
    section.current?.querySelector("input")?.focus();
  };
  return (
    <section ref={section} aria-label={label}>
      <Value label={label} text={format(valueMs)} onReset={valueMs === 0 ? null : reset} />
      <div className="flex items-center gap-1">
        <IconButton label={t("sync.adjustLater", step)} icon={<Minus />} onPress={() => onChange(valueMs - STEP_MS)} tooltip />
        <Slider
          label={label}
          value={valueMs}
          min={-deviceLimits.delayMs}
          max={deviceLimits.delayMs}
          step={1}
          onChange={onChange}
          formatValue={format}
        />
        <IconButton label={t("sync.adjustEarlier", step)} icon={<Plus />} onPress={() => onChange(valueMs + STEP_MS)} tooltip />
      </div>
      <p className="mt-1 text-caption text-ink-3">{t("sync.adjustText")}</p>
      {children}
    </section>
  );
}

type ValueProps = {
  readonly label: string;
  readonly text: string;
  /** Null if there is nothing to reset. */
  readonly onReset: (() => void) | null;
};

function Value({ label, text, onReset }: ValueProps) {
  const { t } = useTranslation("room");
  return (
    <p className="flex min-h-8 items-center justify-between gap-4 text-small">
      <span className="min-w-0 text-ink-2 wrap-anywhere">{label}</span>
      <span className="flex shrink-0 items-center gap-3">
        {onReset && (
          <Button size="sm" variant="ghost" onPress={onReset}>
            {t("sync.adjustReset")}
          </Button>
        )}
        <span className="font-strong whitespace-nowrap tabular-nums">{text}</span>
      </span>
    </p>
  );
}
