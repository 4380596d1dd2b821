import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import { readErrorCode } from "#app/server-client/read-error-code.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import { roomAccessTokenHeaders } from "#app/server-client/room-access-tokens.ts";
import { makeCover, type SquareCover } from "#app/ui/make-cover.ts";

/** The change that an update makes to the covers of its tracks. */
export type CoverChoice =
  | { readonly type: "keep" }
  | { readonly type: "none" }
  /** All tracks get the same picture. */
  | { readonly type: "picture"; readonly cover: SquareCover }
  /** Each track gets the picture that its file contains. */
  | { readonly type: "from-file" };

/** Fails with `cover-too-large` or `cover-not-image`. */
export async function createCover(picture: Blob): Promise<Result<SquareCover>> {
  if (picture.size > trackLimits.coverSourceBytes) return fail("cover-too-large");
  const cover = await makeCover(picture);
  return cover ? ok(cover) : fail("cover-not-image");
}

/** The picture that a track's file contains. Fails with `cover-extraction-failed` if there is none. */
export async function fetchFileCover(trackId: TrackId, roomId: RoomId): Promise<Result<SquareCover>> {
  try {
    const headers = roomAccessTokenHeaders({ roomId });
    const response = await sendRequest(`/media/picture/${trackId}?room=${roomId}`, { headers });
    if (!response.ok) return fail(replaceInternal(await readErrorCode(response, "internal"), "cover-extraction-failed"));
    const cover = await makeCover(await response.blob());
    return cover ? ok(cover) : fail("cover-extraction-failed");
  } catch {
    // no response, or the connection was lost while the picture was loading
    return fail("network");
  }
}
