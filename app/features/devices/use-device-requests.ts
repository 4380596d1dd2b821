import { useMemo } from "react";
import type { DeviceChange, ListedDevice } from "#app/domain/devices/device.ts";
import type { DeviceRequest } from "#app/domain/devices/sound-check.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { notify } from "#app/ui/notice-store.ts";
import { applyDeviceChange } from "./apply-device-change.ts";
import { useDevices } from "./devices-context.ts";

/** Requests about devices. Each resolves to whether it succeeded; errors are shown in a notice. */
export type DeviceRequests = {
  change(device: Pick<ListedDevice, "id">, change: DeviceChange): Promise<boolean>;
  send(request: DeviceRequest): Promise<boolean>;
  /** The same without a notice: resolves to the error. */
  request(request: DeviceRequest): Promise<ErrorCode | null>;
};

export function useDeviceRequests(): DeviceRequests {
  const { room, viewer } = useDevices();
  const errorText = useErrorText();
  return useMemo(() => {
    const request: DeviceRequests["request"] = async (requested) => {
      const isHere = requested.type === "change" && requested.deviceId === viewer.deviceId;
      if (!isHere) return room.request(requested);
      // by the server, it would be announced as a change by another device
      applyDeviceChange(requested.change, null);
      return null;
    };
    const send: DeviceRequests["send"] = async (requested) => {
      const error = await request(requested);
      if (error) notify({ variant: "error", title: errorText(error) });
      return error === null;
    };
    return { request, send, change: ({ id }, change) => send({ type: "change", deviceId: id, change }) };
  }, [room, viewer.deviceId, errorText]);
}
