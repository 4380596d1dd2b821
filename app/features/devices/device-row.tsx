import { ChevronDown, Laptop, Smartphone, Tablet, Tv } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { DeviceKind, ListedDevice } from "#app/domain/devices/device.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { pressProps } from "#app/ui/press-props.ts";
import { StatusDot } from "#app/ui/status-dot.tsx";
import { DeviceActions } from "./device-actions.tsx";
import { DeviceFacts, useErrorRange } from "./device-facts.tsx";
import { DeviceName } from "./device-name.tsx";
import { type DeviceRights, getDeviceRights } from "./device-rights.ts";
import { type DeviceStatus, isAside, toDeviceStatus } from "./device-status.ts";
import { useDevices } from "./devices-context.ts";
import { ErrorPlot } from "./error-plot.tsx";
import { useDeviceName } from "./use-device-name.ts";
import { useDeviceRequests } from "./use-device-requests.ts";
import { useFocusAfterRemoval } from "./use-focus-after-removal.ts";

/** A device in the list: its state in a line, and everything about it when it is opened. */
export function DeviceRow({ device }: { readonly device: ListedDevice }) {
  const { viewer } = useDevices();
  const [isOpen, setOpen] = useState(false);
  const detailId = useId();
  const row = useRef<HTMLLIElement>(null);
  useFocusAfterRemoval(row);
  const name = useDeviceName()(device);
  const rights = getDeviceRights(device, viewer);
  return (
    <li ref={row} className="rounded-md">
      <RowButton {...{ device, rights, name, isOpen, detailId }} onPress={() => setOpen(!isOpen)} />
      <div id={detailId} hidden={!isOpen} className="px-3 pt-1 pb-3">
        {isOpen && <DeviceDetail device={device} rights={rights} name={name} />}
      </div>
    </li>
  );
}

type DeviceProps = { readonly device: ListedDevice; readonly rights: DeviceRights; readonly name: string };
type RowButtonProps = DeviceProps & { readonly isOpen: boolean; readonly detailId: string; readonly onPress: () => void };

function RowButton({ device, rights, name, isOpen, detailId, onPress }: RowButtonProps) {
  const { t } = useTranslation("devices");
  const { isRoomMuted } = useDevices();
  const status = toDeviceStatus(device.report, isRoomMuted);
  return (
    <button
      {...pressProps<HTMLButtonElement>(onPress)}
      type="button"
      aria-expanded={isOpen}
      aria-controls={detailId}
      className={joinClasses(
        "flex min-h-13.5 w-full items-center gap-3 rounded-md px-3 py-1 text-start -outline-offset-2 hover:bg-sunken",
        isAside(status) && "text-ink-3",
      )}
    >
      <KindIcon kind={device.report?.kind ?? null} />
      <span className="min-w-0 flex-1">
        <span title={name} className="block truncate font-label">
          {name}
          {rights.isThis && <span className="ml-2 font-normal text-ink-3">{t("thisDevice")}</span>}
        </span>
        <RowFacts device={device} rights={rights} status={status} />
      </span>
      <ChevronDown aria-hidden size={16} className={joinClasses("shrink-0 text-ink-3", isOpen && "rotate-180")} />
    </button>
  );
}

/** The status, the error and the owner. The list is not read out on each change, so it is no live region. */
function RowFacts({ device, rights, status }: Pick<DeviceProps, "device" | "rights"> & { readonly status: DeviceStatus }) {
  const { t } = useTranslation("devices");
  const formatError = useErrorRange();
  const { report, person, guestName } = device;
  const owner = rights.isOwn ? null : (person?.name ?? guestName ?? t("guest"));
  const error = report && (status === "inSync" || status === "notInSync") ? formatError(report) : null;
  return (
    <span className="flex min-w-0 items-center gap-2 text-caption text-ink-3 tabular-nums">
      <StatusDot tone={TONES[status]} />
      <span className="min-w-0 truncate">{[t(`status.${status}`), error, owner].filter(Boolean).join(" · ")}</span>
    </span>
  );
}

const TONES = {
  waiting: "off",
  locked: "off",
  stopped: "off",
  muted: "off",
  roomMuted: "off",
  ready: "off",
  inSync: "sync",
  notInSync: "wait",
} as const satisfies Record<DeviceStatus, string>;

const ICONS = { phone: Smartphone, tablet: Tablet, computer: Laptop, television: Tv } as const satisfies Record<
  DeviceKind,
  typeof Laptop
>;

/** The icon of the kind, with its name for screen readers. */
function KindIcon({ kind }: { readonly kind: DeviceKind | null }) {
  const { t } = useTranslation("room");
  const Icon = kind ? ICONS[kind] : Laptop;
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken text-ink-2">
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      {kind && <span className="sr-only">{t(`device.${kind}`)}</span>}
    </span>
  );
}

function DeviceDetail({ device, rights, name }: DeviceProps) {
  const { t } = useTranslation("devices");
  const { viewer } = useDevices();
  const { change } = useDeviceRequests();
  const { report } = device;
  if (!report) return <p className="text-caption text-ink-3">{t("status.waiting")}</p>;
  return (
    <div className="grid gap-3">
      {rights.isOwn && !rights.isThis && <DeviceName name={name} onRename={(next) => void change(device, { name: next })} />}
      <DeviceFacts report={report} seesOutput={rights.isOwn || viewer.canManage} />
      <ErrorPlot deviceId={device.id} name={name} />
      {rights.canAdjust && <DeviceActions device={device} report={report} name={name} rights={rights} />}
    </div>
  );
}
