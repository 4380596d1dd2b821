import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { storeSharedItems } from "#app/lib/shared-items.ts";
import { SHARE_MISSED, SHARE_PATH } from "#app/protocol/service-worker.ts";
import { findSharedLink } from "./find-shared-link.ts";

type Caches = Pick<CacheStorage, "open" | "delete">;
type ShareRequest = Pick<Request, "url" | "referrer" | "formData">;

/** Stores what another app has posted to the share target, and redirects to the page that offers it. */
export async function receiveShare(request: ShareRequest, caches: Caches): Promise<Response> {
  const page = new URL(SHARE_PATH, request.url);
  try {
    if (isFromAnotherSite(request)) throw new Error("a form of another site");
    const form = await request.formData();
    // a form without a file sends an empty one
    const files = form.getAll("files").filter((value) => value instanceof File && value.size > 0) as readonly File[];
    if (!fits(files)) throw new Error("too large");
    const readText = (name: string) => form.get(name)?.toString() ?? "";
    const link = findSharedLink({ url: readText("url"), text: readText("text"), title: readText("title") });
    await storeSharedItems({ files, link }, caches, Date.now());
  } catch {
    // the share is refused, the form is not readable, or the storage is full
    page.searchParams.set(SHARE_MISSED, "1");
  }
  return Response.redirect(page.href, 303);
}

/**
 * Whether a web page of another origin has posted the form, as far as that can be known: a system that shares has no referrer.
 * `Sec-Fetch-Site` and `Origin` would prove it, but browsers add them behind the worker (https://github.com/whatwg/fetch/issues/1322),
 * and a page can hide its address.
 */
function isFromAnotherSite({ url, referrer }: ShareRequest): boolean {
  return /^https?:/.test(referrer) && new URL(referrer).origin !== new URL(url).origin;
}

/** A share is stored until a person chooses a room for it, so it must not fill the browser's storage. */
function fits(files: readonly File[]): boolean {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return files.length <= uploadLimits.uploadsPerCall && bytes <= uploadLimits.sharedBytes;
}
