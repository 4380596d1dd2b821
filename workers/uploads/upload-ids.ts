import type { EntryId, ObjectId, TrackId, UploadId } from "#app/domain/ids.ts";

// A track, its cover and its first playlist entry have the id of their upload, so that repeating a call whose response
// was lost makes nothing twice. All ids have the same format, which makes the casts safe.

export function toTrackId(uploadId: UploadId): TrackId {
  return uploadId as string as TrackId;
}

export function toEntryId(uploadId: UploadId): EntryId {
  return uploadId as string as EntryId;
}

export function toCoverId(uploadId: UploadId): ObjectId {
  return uploadId as string as ObjectId;
}
