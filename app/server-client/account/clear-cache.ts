/** Has the browser forget what it has fetched. What somebody chose, and who they are, stays. */
export async function clearCache(): Promise<boolean> {
  try {
    const answer = await fetch("/api/clear-cache", { method: "POST" });
    if (!answer.ok) return false;
    // over plain HTTP browsers have no such storage
    if ("caches" in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    return true;
  } catch {
    // the way to the server is broken, or the browser refuses
    return false;
  }
}
