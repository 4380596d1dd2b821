import { sendRequest } from "#app/lib/send-request.ts";

/** Deletes fetched files from the browser's caches. Settings and the session remain. Returns false if that failed. */
export async function clearCache(): Promise<boolean> {
  try {
    const response = await sendRequest("/api/clear-cache", { method: "POST" });
    if (!response.ok) return false;
    // browsers offer `caches` only over HTTPS
    if ("caches" in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    return true;
  } catch {
    // the server is unreachable, or the browser refuses access to its caches
    return false;
  }
}
