import type { ObjectId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import type { UploadCoverResponse } from "#app/protocol/http.ts";
import { readErrorCode } from "./read-error-code.ts";
import { replaceInternal } from "./replace-internal.ts";

/** A cover in the form that `tracks.update` accepts. */
export type UploadedCover = { readonly id: ObjectId; readonly hue: number | null };

/** Uploads a cover of 512×512 px as WebP. It must be assigned to a track within an hour. */
export async function uploadCover(cover: {
  readonly image: Blob;
  readonly hue: number | null;
}): Promise<Result<UploadedCover>> {
  try {
    const headers = { "Content-Type": "application/octet-stream" };
    const response = await sendRequest("/api/covers", { method: "POST", headers, body: cover.image });
    if (!response.ok) {
      return fail(replaceInternal(await readErrorCode(response, "internal"), "image-upload-failed"));
    }
    const { coverId } = (await response.json()) as UploadCoverResponse;
    return ok({ id: coverId, hue: cover.hue });
  } catch {
    // no response, or one that is not JSON
    return fail("network");
  }
}
