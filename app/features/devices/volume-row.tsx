import type { ReactNode } from "react";
import { formatPercent } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Slider } from "#app/ui/slider.tsx";

type VolumeRowProps = {
  /** Names the slider for screen readers. */
  readonly label: string;
  /** The name that the row shows. */
  readonly title: ReactNode;
  readonly volume: number;
  readonly onChange: (volume: number) => void;
  readonly isDisabled?: boolean;
};

/** A volume slider with its name and value. */
export function VolumeRow({ label, title, volume, onChange, isDisabled = false }: VolumeRowProps) {
  const { language } = useTranslation();
  const format = (value: number) => formatPercent(value, language);
  return (
    <div>
      <p className="flex min-h-8 items-center justify-between gap-4">
        <span className="font-label">{title}</span>
        <span className="font-strong tabular-nums">{format(volume)}</span>
      </p>
      <Slider
        label={label}
        value={volume}
        min={0}
        max={1}
        step={0.05}
        onChange={onChange}
        formatValue={format}
        isDisabled={isDisabled}
      />
    </div>
  );
}
