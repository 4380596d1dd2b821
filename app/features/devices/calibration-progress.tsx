import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { CalibrationState } from "./calibration-run.ts";
import { useDevices } from "./devices-context.ts";
import { useAnnouncement } from "./use-announcement.ts";
import { useDeviceName } from "./use-device-name.ts";

type Running = Extract<CalibrationState, { status: "asking" | "waiting" | "listening" }>;
type Listening = Extract<CalibrationState, { status: "listening" }>;

/** A calibration that runs. Screen readers speak its steps, not each sound. */
export function CalibrationProgress({ state }: { readonly state: Running }) {
  const { t } = useTranslation("calibration");
  if (state.status === "listening") return <Sounds state={state} />;
  const isAsking = state.status === "asking";
  return (
    <div role="status" className="grid justify-items-center gap-3 py-8 text-center">
      <Spinner size={20} />
      <p className="font-strong">{t(isAsking ? "microphone.asking" : "microphone.waiting")}</p>
      <p className="text-small text-ink-2">{t(isAsking ? "microphone.askingText" : "microphone.still")}</p>
    </div>
  );
}

function Sounds({ state: { done, total, deviceId } }: { readonly state: Listening }) {
  const { t } = useTranslation("calibration");
  const nameOf = useDeviceName();
  const { room, viewer } = useDevices();
  const device = useStore(room.list)?.devices.find(({ id }) => id === deviceId);
  const source = deviceId === viewer.deviceId ? t("microphone.listener") : device && nameOf(device);
  const text = t("microphone.listening", { done, total });
  useAnnouncement(t("microphone.started", { total }));
  return (
    <div className="grid gap-3 py-8 text-center">
      <p className="text-lead font-strong tabular-nums">{text}</p>
      <ProgressBar value={done / total} label={t("microphone.title")} />
      <p className="min-h-5 text-small text-ink-2 wrap-anywhere">{source && t("microphone.plays", { device: source })}</p>
      <p className="text-small text-ink-3">{t("microphone.still")}</p>
    </div>
  );
}
