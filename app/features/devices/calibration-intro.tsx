import { Hourglass, Lock, MapPin, Volume1 } from "lucide-react";
import type { ReactNode } from "react";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Note } from "#app/ui/note.tsx";
import { type CalibrationChoice, calibrationSeconds, explainEmptyChoice, selectedIds } from "./calibration-choice.ts";
import { useDevices } from "./devices-context.ts";
import { useDeviceName } from "./use-device-name.ts";

type DeviceChoiceProps = {
  readonly choices: readonly CalibrationChoice[];
  readonly onChange: (id: DeviceId, isSelected: boolean) => void;
};

type CalibrationIntroProps = DeviceChoiceProps & {
  /** Whether the sound of this device has just started. */
  readonly isSettling: boolean;
};

/** Explains the measurement and asks which devices take part. */
export function CalibrationIntro({ choices, isSettling, onChange }: CalibrationIntroProps) {
  const { t } = useTranslation("calibration");
  const { viewer } = useDevices();
  const selected = selectedIds(choices).length;
  return (
    <>
      <p className="text-ink-2">{t("microphone.text")}</p>
      <ul className="grid gap-2.5">
        <Advice icon={<MapPin />}>{t("microphone.place")}</Advice>
        {selected > 0 && <Advice icon={<Volume1 />}>{t("microphone.silence", { count: calibrationSeconds(selected) })}</Advice>}
        <Advice icon={<Lock />}>{t("microphone.privacy")}</Advice>
      </ul>
      {choices.length === 0 ? (
        <Note>{t(`microphone.${explainEmptyChoice(viewer)}`)}</Note>
      ) : (
        <DeviceChoice choices={choices} onChange={onChange} />
      )}
      {/* the last, so that nothing moves when it goes */}
      {isSettling && <Note icon={<Hourglass />}>{t("microphone.settling")}</Note>}
    </>
  );
}

function Advice({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 text-small text-ink-2 [&>svg]:mt-px [&>svg]:size-[18px] [&>svg]:shrink-0 [&>svg]:stroke-[1.75] [&>svg]:text-ink-3">
      {icon}
      <span>{children}</span>
    </li>
  );
}

function DeviceChoice({ choices, onChange }: DeviceChoiceProps) {
  const { t } = useTranslation("calibration");
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 flex w-full items-baseline justify-between gap-3 font-strong">
        {t("microphone.devices")}
        <span className="text-caption font-normal text-ink-3">{t("microphone.most", { count: deviceLimits.calibrated })}</span>
      </legend>
      {choices.map((choice) => (
        <ChoiceRow key={choice.device.id} choice={choice} onChange={(isSelected) => onChange(choice.device.id, isSelected)} />
      ))}
    </fieldset>
  );
}

type ChoiceRowProps = { readonly choice: CalibrationChoice; readonly onChange: (isSelected: boolean) => void };

function ChoiceRow({ choice, onChange }: ChoiceRowProps) {
  const { t } = useTranslation("calibration");
  const { viewer } = useDevices();
  const nameOf = useDeviceName();
  const { device, isSelected, unready, isSettling, canSelect } = choice;
  const owner = device.person?.id === viewer.userId ? null : (device.person?.name ?? device.guestName);
  const details = [owner, unready && t(`unready.${unready}`), isSettling && t("settling")].filter(Boolean).join(" · ");
  return (
    <Checkbox isSelected={isSelected} isDisabled={!canSelect} onChange={onChange}>
      <span className="min-w-0 py-1">
        <span className="block wrap-anywhere">{nameOf(device)}</span>
        {details !== "" && <span className="block text-caption text-ink-3">{details}</span>}
      </span>
    </Checkbox>
  );
}
