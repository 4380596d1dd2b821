import type { DeviceLink } from "#app/features/devices/device-link.ts";
import { importWithRetry } from "#app/lib/import-with-retry.ts";

type LinkModule = typeof import("#app/features/devices/device-link.ts");

/** The link is loaded for as long as the room is open: a device without it cannot be adjusted from another one. */
const RETRIES = { backoff: { firstMs: 5000, maxMs: 60_000 } };

/**
 * Loads the link of this device and creates it. A failure, such as a lost network, is retried without a notice. Returns the function
 * that closes the link.
 */
export function loadDeviceLink(
  create: (module: LinkModule) => DeviceLink,
  load: () => Promise<LinkModule> = loadModule,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let link: DeviceLink | null = null;
  importWithRetry(load, signal, RETRIES).then(
    (module) => {
      if (!signal.aborted) link = create(module);
    },
    // closed before it was loaded
    () => undefined,
  );
  return () => {
    controller.abort();
    link?.close();
  };
}

function loadModule(): Promise<LinkModule> {
  return import("#app/features/devices/device-link.ts");
}
