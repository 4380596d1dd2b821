import type { UploadId } from "#app/domain/ids.ts";

/** A file of an unfinished batch, as the server remembers it. */
export type OpenUpload = {
  readonly uploadId: UploadId;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Hex; null: nothing of it was sent, and nothing is known of it but its name and size. */
  readonly sha256: string | null;
};

/** A file that was chosen again. */
export type ChosenFile = {
  readonly name: string;
  readonly sizeBytes: number;
  /** Of the bytes, hex; null: not asked for. */
  readonly sha256: string | null;
};

export type FileMatches<File> = {
  readonly matched: readonly { readonly upload: OpenUpload; readonly file: File }[];
  readonly missing: readonly { readonly upload: OpenUpload; readonly why: MissingReason }[];
};
/** `changed`: there is a file of that name, and it is another. */
export type MissingReason = "not-chosen" | "changed";

/** Whether a chosen file has to be hashed to know it: its size is that of one of which something was sent. */
export function needsHash(file: Pick<ChosenFile, "sizeBytes">, uploads: readonly OpenUpload[]): boolean {
  return uploads.some(({ sha256, sizeBytes }) => sha256 !== null && sizeBytes === file.sizeBytes);
}

/**
 * Which chosen file goes on with which upload. What was begun is known by its content, whatever it is called now; what
 * was not, by name and size. A file serves one upload.
 */
export function matchFiles<File extends ChosenFile>(uploads: readonly OpenUpload[], files: readonly File[]): FileMatches<File> {
  const free = new Set(files);
  const take = (isIt: (file: File) => boolean): File | undefined => {
    for (const file of free) {
      if (!isIt(file)) continue;
      free.delete(file);
      return file;
    }
    return undefined;
  };
  // those that only their content fits come before those that anything of the name fits
  const inOrder = [...uploads].sort((a, b) => Number(a.sha256 === null) - Number(b.sha256 === null));
  const found = new Map(
    inOrder.map(({ uploadId, fileName, sizeBytes, sha256 }) => [
      uploadId,
      take((file) => (sha256 ? file.sha256 === sha256 : baseName(file.name) === fileName && file.sizeBytes === sizeBytes)),
    ]),
  );
  const names = new Set(files.map(({ name }) => baseName(name)));
  const matched: { upload: OpenUpload; file: File }[] = [];
  const missing: { upload: OpenUpload; why: MissingReason }[] = [];
  for (const upload of uploads) {
    const file = found.get(upload.uploadId);
    if (file) matched.push({ upload, file });
    else missing.push({ upload, why: names.has(upload.fileName) ? "changed" : "not-chosen" });
  }
  return { matched, missing };
}

/** As the server keeps a name: its end. */
function baseName(name: string): string {
  return name.slice(-255);
}
