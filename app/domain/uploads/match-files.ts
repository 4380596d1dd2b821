import type { UploadId } from "#app/domain/ids.ts";

/** An unfinished upload, as the server stores it. */
export type UnfinishedUpload = {
  readonly uploadId: UploadId;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Hex; null before the first part was sent, when the browser has not hashed the file yet. */
  readonly sha256: string | null;
};

/** A file that the person has selected again to resume an upload. */
export type ChosenFile = {
  readonly name: string;
  readonly sizeBytes: number;
  /** Of the file's bytes, hex; null if no upload needs it (see `needsHash`). */
  readonly sha256: string | null;
};

export type FileMatches<File> = {
  readonly matched: readonly { readonly upload: UnfinishedUpload; readonly file: File }[];
  readonly missing: readonly { readonly upload: UnfinishedUpload; readonly reason: MissingReason }[];
};
/** `changed`: a file of the same name was selected, but its content differs. */
export type MissingReason = "not-chosen" | "changed";

/** Whether the file's hash decides a match: an upload with a stored hash has the same size. */
export function needsHash(file: Pick<ChosenFile, "sizeBytes">, uploads: readonly UnfinishedUpload[]): boolean {
  return uploads.some(({ sha256, sizeBytes }) => sha256 !== null && sizeBytes === file.sizeBytes);
}

/**
 * Finds the selected file of each unfinished upload. An upload with a stored hash matches by content, whatever the file
 * is called now; one without matches by name and size. A file matches at most one upload.
 */
export function matchFiles<File extends ChosenFile>(
  uploads: readonly UnfinishedUpload[],
  files: readonly File[],
): FileMatches<File> {
  const filesByUpload = assignFiles(uploads, files);
  const names = new Set(files.map(({ name }) => toStoredName(name)));
  const matched: { upload: UnfinishedUpload; file: File }[] = [];
  const missing: { upload: UnfinishedUpload; reason: MissingReason }[] = [];
  for (const upload of uploads) {
    const file = filesByUpload.get(upload.uploadId);
    if (file) matched.push({ upload, file });
    else missing.push({ upload, reason: names.has(upload.fileName) ? "changed" : "not-chosen" });
  }
  return { matched, missing };
}

function assignFiles<File extends ChosenFile>(
  uploads: readonly UnfinishedUpload[],
  files: readonly File[],
): ReadonlyMap<UploadId, File> {
  // uploads with a hash go first: only one content fits them, while the others accept any file of their name and size
  const byHashFirst = [...uploads].sort((a, b) => Number(a.sha256 === null) - Number(b.sha256 === null));
  const unassigned = new Set(files);
  const assigned = new Map<UploadId, File>();
  for (const upload of byHashFirst) {
    const file = [...unassigned].find((candidate) => isSameFile(candidate, upload));
    if (!file) continue;
    unassigned.delete(file);
    assigned.set(upload.uploadId, file);
  }
  return assigned;
}

function isSameFile(file: ChosenFile, { fileName, sizeBytes, sha256 }: UnfinishedUpload): boolean {
  if (sha256) return file.sha256 === sha256;
  return toStoredName(file.name) === fileName && file.sizeBytes === sizeBytes;
}

/** The server stores the last 255 characters of a name. */
function toStoredName(name: string): string {
  return name.slice(-255);
}
