import type { DeviceKind } from "#app/domain/devices/device.ts";

/** A device by its platform. */
export type DeviceDescription = {
  readonly kind: DeviceKind;
  /** The name under which people know the product, such as "iPhone". Null if there is none; its kind then serves. */
  readonly model: string | null;
};

/** The platform of a browser, by itself. */
export type PlatformHints = {
  readonly userAgent: string;
  /** A Mac has none, and an iPad that pretends to be one has five. */
  readonly touchPoints: number;
  /** From `userAgentData`, in Chromium only. */
  readonly platform: string | null;
  readonly model: string | null;
};

type Rule = { readonly pattern: RegExp; readonly description: DeviceDescription };

/** The first rule that matches counts. */
const RULES: readonly Rule[] = [
  { pattern: /Apple ?TV/i, description: { kind: "television", model: "Apple TV" } },
  {
    pattern: /\b(SmartTV|SMART-TV|Tizen|Web0S|webOS|GoogleTV|Android TV|BRAVIA|CrKey|HbbTV|AFT[A-Z])/,
    description: { kind: "television", model: null },
  },
  { pattern: /iPhone|iPod/, description: { kind: "phone", model: "iPhone" } },
  { pattern: /iPad/, description: { kind: "tablet", model: "iPad" } },
  { pattern: /Android.*Mobile|Mobile.*Android|Mobile; rv:/, description: { kind: "phone", model: null } },
  { pattern: /Android/, description: { kind: "tablet", model: null } },
  { pattern: /CrOS/, description: { kind: "computer", model: "Chromebook" } },
  { pattern: /Macintosh/, description: { kind: "computer", model: "Mac" } },
];
const OTHER: DeviceDescription = { kind: "computer", model: null };

/** The kind and the product of a device. */
export function describeDevice({ userAgent, touchPoints, platform, model }: PlatformHints): DeviceDescription {
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return { kind: "tablet", model: "iPad" };
  const found = RULES.find(({ pattern }) => pattern.test(userAgent))?.description ?? OTHER;
  // Chromium may reduce the user agent to "Android 10; K", and names the product only here
  return platform === "Android" && model ? { ...found, model } : found;
}

type UserAgentData = {
  readonly platform?: string;
  getHighEntropyValues?(names: readonly string[]): Promise<{ readonly model?: string }>;
};

/** Reads the hints of this browser. The model is asked for where it exists. */
export async function readPlatformHints(): Promise<PlatformHints> {
  const { userAgent, maxTouchPoints } = navigator;
  // not every browser has it, so it is missing from the types
  const { userAgentData } = navigator as Navigator & { readonly userAgentData?: UserAgentData };
  const values = await userAgentData?.getHighEntropyValues?.(["model"]).catch(() => null);
  return { userAgent, touchPoints: maxTouchPoints, platform: userAgentData?.platform ?? null, model: values?.model || null };
}
