import { storeSharedItems } from "#app/lib/shared-items.ts";
import { SHARE_MISSED, SHARE_PATH } from "#app/protocol/service-worker.ts";
import { findSharedLink } from "./find-shared-link.ts";

type Caches = Pick<CacheStorage, "open" | "delete">;

/** Stores what another app has posted to the share target, and redirects to the page that offers it. */
export async function receiveShare(request: Request, caches: Caches): Promise<Response> {
  const page = new URL(SHARE_PATH, request.url);
  try {
    const form = await request.formData();
    // a form without a file sends an empty one
    const files = form.getAll("files").filter((value) => value instanceof File && value.size > 0) as readonly File[];
    const readText = (name: string) => form.get(name)?.toString() ?? "";
    const link = findSharedLink({ url: readText("url"), text: readText("text"), title: readText("title") });
    await storeSharedItems({ files, link }, caches, Date.now());
  } catch {
    // the form is not readable, or the storage is full
    page.searchParams.set(SHARE_MISSED, "1");
  }
  return Response.redirect(page.href, 303);
}
