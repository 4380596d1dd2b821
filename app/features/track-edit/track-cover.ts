import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { responseErrorCode } from "#app/server-client/response-code.ts";
import { roomAccessTokenHeaders } from "#app/server-client/room/room-access-tokens.ts";
import { makeCover, type SquareCover } from "#app/ui/make-cover.ts";

/** What is to become of covers. */
export type CoverChoice =
  | { readonly type: "keep" }
  | { readonly type: "none" }
  /** One picture for all. */
  | { readonly type: "picture"; readonly cover: SquareCover }
  /** Each track its own, out of its file. */
  | { readonly type: "from-file" };

export async function coverFromPicture(picture: Blob): Promise<Result<SquareCover>> {
  if (picture.size > trackLimits.coverSourceBytes) return fail("cover-too-large");
  const cover = await makeCover(picture);
  return cover ? ok(cover) : fail("cover-not-image");
}

/** The picture that the track's file carries. */
export async function coverFromFile(trackId: TrackId, roomId: RoomId): Promise<Result<SquareCover>> {
  try {
    const answer = await fetch(`/media/picture/${trackId}?room=${roomId}`, { headers: roomAccessTokenHeaders({ roomId }) });
    if (!answer.ok) return fail(await responseErrorCode(answer, "cover-extraction-failed"));
    const cover = await makeCover(await answer.blob());
    return cover ? ok(cover) : fail("cover-extraction-failed");
  } catch {
    // the way to the server is broken
    return fail("network");
  }
}
