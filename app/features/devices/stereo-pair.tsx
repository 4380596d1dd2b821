import { useState } from "react";
import type { ListedDevice } from "#app/domain/devices/device.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { Select } from "#app/ui/select.tsx";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { assignStereo, restoreRoles, type StereoPair, suggestStereoPair } from "./assign-stereo.ts";
import { useDevices } from "./devices-context.ts";
import { useDeviceName } from "./use-device-name.ts";
import { useDeviceRequests } from "./use-device-requests.ts";
import { useStepFocus } from "./use-step-focus.ts";

/** Makes two devices of the user a pair: at once if there are exactly two, otherwise the user chooses them. */
export function StereoPairControl({ devices }: { readonly devices: readonly ListedDevice[] }) {
  const { t } = useTranslation("devices");
  const { viewer } = useDevices();
  const [chosen, setChosen] = useState<StereoPair | null>(null);
  const assign = useAssignment(devices);
  const suggested = suggestStereoPair(devices, viewer.deviceId);
  const content = useStepFocus(chosen ? "form" : "button");
  if (!suggested) return null;
  const close = () => setChosen(null);
  return (
    <div ref={content} tabIndex={-1} className="grid justify-items-start outline-none">
      {chosen ? (
        <PairForm {...{ devices, assign, close }} pair={chosen} onChange={setChosen} />
      ) : (
        <Button size="sm" onPress={() => (devices.length === 2 ? void assign(suggested) : setChosen(suggested))}>
          {t("stereo.title")}
        </Button>
      )}
    </div>
  );
}

type PairFormProps = {
  readonly devices: readonly ListedDevice[];
  readonly pair: StereoPair;
  readonly onChange: (pair: StereoPair) => void;
  readonly assign: (pair: StereoPair) => Promise<boolean>;
  readonly close: () => void;
};

function PairForm({ devices, pair, onChange, assign, close }: PairFormProps) {
  const { t } = useTranslation("devices");
  const reason = pair.left === pair.right ? t("stereo.sameDevice") : null;
  const confirm = async () => {
    if (await assign(pair)) close();
  };
  return (
    <fieldset className="grid w-full min-w-0 gap-2">
      <legend className="pb-1 font-label">{t("stereo.title")}</legend>
      <ChannelSelect
        label={t("stereo.left")}
        devices={devices}
        selected={pair.left}
        onSelect={(left) => onChange({ ...pair, left })}
      />
      <ChannelSelect
        label={t("stereo.right")}
        devices={devices}
        selected={pair.right}
        onSelect={(right) => onChange({ ...pair, right })}
      />
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        <Button size="sm" variant="primary" disabledReason={reason} onPress={() => void confirm()}>
          {t("stereo.start")}
        </Button>
        <Button size="sm" variant="ghost" onPress={close}>
          {t("stereo.cancel")}
        </Button>
      </div>
    </fieldset>
  );
}

type ChannelSelectProps = {
  readonly label: string;
  readonly devices: readonly ListedDevice[];
  readonly selected: DeviceId;
  readonly onSelect: (id: DeviceId) => void;
};

function ChannelSelect({ label, devices, selected, onSelect }: ChannelSelectProps) {
  const nameOf = useDeviceName();
  const options = devices.map((device) => ({ id: device.id, label: nameOf(device) }));
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <span className="shrink-0">{label}</span>
      <Select label={label} options={options} selected={selected} onSelect={onSelect} />
    </div>
  );
}

/** Returns the function that gives the roles and offers to undo it. It resolves to whether that succeeded. */
function useAssignment(devices: readonly ListedDevice[]): (pair: StereoPair) => Promise<boolean> {
  const { t } = useTranslation("devices");
  const { room } = useDevices();
  const { request } = useDeviceRequests();
  const nameOf = useDeviceName();
  const errorText = useErrorText();
  const offerUndo = useOfferUndo();
  const nameById = (id: DeviceId) => nameOf(devices.find((device) => device.id === id) ?? { report: null });
  return async (pair) => {
    const { error, undo } = await assignStereo({ list: room.list, request }, pair);
    if (error) {
      notify({ variant: "error", title: errorText(error) });
      return false;
    }
    const title = t("stereo.done", { left: nameById(pair.left), right: nameById(pair.right) });
    offerUndo({ title, topic: "stereo" }, () => restoreRoles({ request }, undo));
    return true;
  };
}
