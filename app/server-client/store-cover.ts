import type { ObjectId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { CoverAnswer } from "#app/protocol/http.ts";
import { responseErrorCode } from "./response-code.ts";

/** A cover as `tracks.update` takes it. */
export type StoredCover = { readonly id: ObjectId; readonly hue: number | null };

/** Puts a cover, 512×512 WebP, where a track may take it from within the hour. */
export async function storeCover(cover: { readonly image: Blob; readonly hue: number | null }): Promise<Result<StoredCover>> {
  try {
    const headers = { "Content-Type": "application/octet-stream" };
    const answer = await fetch("/api/covers", { method: "POST", headers, body: cover.image });
    if (!answer.ok) return fail(await responseErrorCode(answer, "track-update-failed"));
    // our own server says so
    const { coverId } = (await answer.json()) as CoverAnswer;
    return ok({ id: coverId, hue: cover.hue });
  } catch {
    // the way to the server is broken
    return fail("network");
  }
}
