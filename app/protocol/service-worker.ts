/** The page that is shown without a connection. The service worker keeps a copy of it, which belongs to no person. */
export const OFFLINE_PATH = "/offline";
/** A query parameter of the offline page: the path that could not be loaded. */
export const RETURN_PATH = "from";

/** The page that offers what another app has shared. The browser posts it to this path too. */
export const SHARE_PATH = "/share";
/** A query parameter of that page, present if what was shared did not arrive. */
export const SHARE_MISSED = "missed";

/**
 * The messages of a page to the service worker. `page-loaded`: the network is free, so that the cache can be completed.
 * `settings-changed`: the copy of the offline page was rendered in another language or theme.
 */
export const WORKER_MESSAGES = ["page-loaded", "settings-changed"] as const;
export type WorkerMessage = (typeof WORKER_MESSAGES)[number];

export function isWorkerMessage(value: unknown): value is WorkerMessage {
  return (WORKER_MESSAGES as readonly unknown[]).includes(value);
}
