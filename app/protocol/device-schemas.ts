import { z } from "zod";
import {
  DEVICE_KINDS,
  DEVICE_SOUNDS,
  DEVICE_TROUBLES,
  type DeviceChange,
  type DeviceHealth,
  limitDelay,
  parseDeviceName,
  parseOutputName,
  SPEAKER_ROLES,
} from "#app/domain/devices/device.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { DeviceRequest } from "#app/domain/devices/sound-check.ts";
import { type DeviceId, type EditId, ID_PATTERN } from "#app/domain/ids.ts";
import type { DeviceClientMessage } from "./device-messages.ts";

const deviceId = z
  .string()
  .regex(ID_PATTERN)
  .transform((id) => id as DeviceId);
const id = z
  .string()
  .regex(ID_PATTERN)
  .transform((value) => value as EditId);
const deviceIds = z.array(deviceId).min(1).max(deviceLimits.listed).readonly();
const name = z
  .string()
  .max(200)
  .transform((value) => parseDeviceName(value) ?? "");
const outputName = z
  .string()
  .max(1000)
  .nullable()
  .transform((value) => value && parseOutputName(value));
const milliseconds = z.number().min(-1e9).max(1e9);
const settings = {
  name,
  role: z.enum(SPEAKER_ROLES),
  volume: z.number().min(0).max(1),
  isMuted: z.boolean(),
  delayMs: z.number().min(-1e6).max(1e6).transform(limitDelay),
};

const healthSchema: z.ZodType<DeviceHealth> = z.object({
  ...settings,
  kind: z.enum(DEVICE_KINDS),
  sound: z.enum(DEVICE_SOUNDS),
  isSettling: z.boolean(),
  isInSync: z.boolean().nullable(),
  errorMs: milliseconds.nullable(),
  boundMs: milliseconds.min(0).nullable(),
  roundTripMs: milliseconds.min(0).nullable(),
  bufferMs: milliseconds.nullable(),
  outputName,
  outputLatencyMs: milliseconds.nullable(),
  trouble: z.object({ kind: z.enum(DEVICE_TROUBLES), agoMs: milliseconds.min(0) }).nullable(),
});

/** Only the fields that change; `exactOptional`, so that a field is never present and undefined. */
const changeSchema: z.ZodType<DeviceChange> = z
  .strictObject({
    name: settings.name.refine((value) => value !== "").exactOptional(),
    role: settings.role.exactOptional(),
    volume: settings.volume.exactOptional(),
    isMuted: settings.isMuted.exactOptional(),
    delayMs: settings.delayMs.exactOptional(),
  })
  .refine((change) => Object.keys(change).length > 0);

const requestSchema: z.ZodType<DeviceRequest> = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("change"), deviceId, change: changeSchema }),
  z.strictObject({ type: z.literal("disconnect"), deviceId }),
  z.strictObject({ type: z.literal("test"), deviceIds }),
  z.strictObject({ type: z.literal("metronome"), deviceIds }),
  z.strictObject({ type: z.literal("calibrate"), deviceIds: deviceIds.refine((ids) => ids.length <= deviceLimits.calibrated) }),
  z.strictObject({ type: z.literal("stop"), id: z.string().regex(ID_PATTERN) }),
]);

/** The messages of a browser about devices. */
export const deviceSchemas = [
  z.object({ type: z.literal("watch-devices"), isOn: z.boolean() }),
  z.object({ type: z.literal("device-report"), report: healthSchema }),
  z.object({ type: z.literal("device-request"), id, request: requestSchema }),
] as const satisfies readonly z.ZodType<DeviceClientMessage>[];
