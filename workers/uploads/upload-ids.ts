import type { EntryId, ObjectId, TrackId, UploadId } from "#app/domain/ids.ts";

// A track, its cover and its first entry take the id of the upload they come from: a caller who never got the answer
// may ask again and nothing is made twice. All ids have one shape, so that one may stand for another.

export function trackIdOf(uploadId: UploadId): TrackId {
  return uploadId as string as TrackId;
}

export function entryIdOf(uploadId: UploadId): EntryId {
  return uploadId as string as EntryId;
}

export function coverOf(uploadId: UploadId): ObjectId {
  return uploadId as string as ObjectId;
}
