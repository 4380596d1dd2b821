import type { CSSProperties } from "react";

type SliderProps = {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
  /** The text that screen readers speak for a value. */
  readonly formatValue?: (value: number) => string;
  readonly isDisabled?: boolean;
};

/** The browser's own slider, with the look of tokens/slider.css. */
export function Slider({ label, value, min, max, step, onChange, formatValue, isDisabled = false }: SliderProps) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={formatValue?.(value)}
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      className="slider"
      style={{ "--share": (value - min) / (max - min) } as CSSProperties}
    />
  );
}
