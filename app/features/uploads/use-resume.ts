import { useEffect, useMemo, useRef, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { type ChosenFile, type FileMatches, matchFiles, needsHash } from "#app/domain/uploads/match-files.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { mutation } from "#app/server-client/functions.ts";
import { type ListedUpload, listUnfinishedUploads } from "./announced-uploads.ts";
import type { FileFacts } from "./file-facts.ts";
import { readPool } from "./file-workers.ts";
import { uploads } from "./upload-store.ts";

/** `facts` is null if the file did not have to be read to match it. */
type ReadFile = ChosenFile & { readonly file: File; readonly facts: FileFacts | null };

/** Loads the interrupted uploads of a room, matches chosen files with them, and resumes or discards them. */
export function useResume(roomId: RoomId) {
  const { unfinished, error } = useListedUploads(roomId);
  const { files, readingName, addFiles } = useReadFiles(unfinished ?? []);
  const matches: FileMatches<ReadFile> = useMemo(() => matchFiles(unfinished ?? [], files), [unfinished, files]);

  const resume = () => {
    const awaitingIds = new Set(unfinished?.filter((upload) => upload.isAwaitingChoice).map(({ uploadId }) => uploadId));
    const matched = matches.matched.map(({ upload: { uploadId }, file: { file, facts } }) => {
      return { uploadId, file, facts, isAwaitingChoice: awaitingIds.has(uploadId) };
    });
    uploads.resume(roomId, matched);
  };
  const discard = async () => {
    await Promise.all((unfinished ?? []).map(({ uploadId }) => mutation("uploads.cancel", { uploadId })));
  };
  return { unfinished, error, readingName, matches, hasFiles: files.length > 0, addFiles, resume, discard };
}

/** `unfinished` is null until the list is loaded. */
function useListedUploads(roomId: RoomId) {
  const [unfinished, setUnfinished] = useState<readonly ListedUpload[] | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  useLatestLoad({
    key: roomId,
    load: () => listUnfinishedUploads(roomId),
    apply(listed) {
      if (listed.ok) setUnfinished(listed.value);
      else setError(listed.error);
    },
  });
  return { unfinished, error };
}

/** Reads the chosen files that only a hash can match. `readingName` is the name of the file that is being read. */
function useReadFiles(unfinished: readonly ListedUpload[]) {
  const [files, setFiles] = useState<readonly ReadFile[]>([]);
  const [readingName, setReadingName] = useState<string | null>(null);
  const mounted = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    mounted.current = controller;
    return () => controller.abort();
  }, []);
  const addFiles = async (chosen: readonly File[]) => {
    const added: ReadFile[] = [];
    const { signal } = mounted.current;
    for (const file of chosen) {
      const entry = { name: file.name, sizeBytes: file.size, file };
      if (!needsHash(entry, unfinished)) {
        added.push({ ...entry, sha256: null, facts: null });
        continue;
      }
      setReadingName(file.name);
      const read = await readPool.request(file, { signal });
      if (read.ok) added.push({ ...entry, sha256: read.value.sha256, facts: read.value });
    }
    setReadingName(null);
    setFiles((before) => [...before, ...added]);
  };
  return { files, readingName, addFiles };
}
