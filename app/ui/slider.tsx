import { useLayoutEffect, useRef } from "react";
import { Slider as RacSlider, SliderThumb, SliderTrack } from "react-aria-components";

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

export function Slider({ label, value, min, max, step, onChange, formatValue, isDisabled = false }: SliderProps) {
  const input = useRef<HTMLInputElement>(null);
  const text = formatValue?.(value);

  // React Aria supports only number formats here and sets the attribute on each change, so this overwrites it after each render
  useLayoutEffect(() => {
    if (text !== undefined) input.current?.setAttribute("aria-valuetext", text);
  });

  return (
    <RacSlider
      aria-label={label}
      value={value}
      minValue={min}
      maxValue={max}
      step={step}
      isDisabled={isDisabled}
      onChange={onChange}
      className="group w-full data-disabled:opacity-45"
    >
      <SliderTrack className="relative h-5 w-full cursor-pointer touch-none group-data-disabled:cursor-not-allowed pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3">
        {({ state }) => (
          <>
            <span className="absolute inset-x-0 top-2 h-1 overflow-hidden rounded-full bg-pressed">
              <span className="block h-full rounded-full bg-ink" style={{ width: `${state.getThumbPercent(0) * 100}%` }} />
            </span>
            <SliderThumb
              inputRef={input}
              className="top-1/2 size-3.5 rounded-full bg-ink outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-focus"
            />
          </>
        )}
      </SliderTrack>
    </RacSlider>
  );
}
