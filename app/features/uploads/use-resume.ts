import { useCallback, useEffect, useMemo, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { type ChosenFile, type FileMatches, matchFiles, needsHash } from "#app/domain/uploads/match-files.ts";
import { mutation } from "#app/server-client/functions.ts";
import { listUnfinished, type Unfinished } from "./announcements.ts";
import type { FileFacts } from "./file-facts.ts";
import { readPool } from "./file-workers.ts";
import { uploads } from "./upload-store.ts";

type Chosen = ChosenFile & { readonly file: File; readonly facts: FileFacts | null };

/** An upload that was broken off: what there is of it, which of the chosen files go on with it, and off it goes. */
export function useResume(roomId: RoomId) {
  const [open, setOpen] = useState<readonly Unfinished[] | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [looking, setLooking] = useState<string | null>(null);

  useEffect(() => {
    let isCurrent = true;
    void listUnfinished(roomId).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setOpen(answer.value);
      else setError(answer.error);
    });
    return () => {
      isCurrent = false;
    };
  }, [roomId]);

  const choose = useCallback(
    async (files: readonly File[]) => {
      const found: Chosen[] = [];
      for (const file of files) {
        const known = { name: file.name, sizeBytes: file.size, file };
        if (!needsHash(known, open ?? [])) found.push({ ...known, sha256: null, facts: null });
        else {
          setLooking(file.name);
          const read = await readPool.ask(file, { signal: new AbortController().signal });
          if (read.ok) found.push({ ...known, sha256: read.value.sha256, facts: read.value });
        }
      }
      setLooking(null);
      setChosen((before) => [...before, ...found]);
    },
    [open],
  );

  const matches: FileMatches<Chosen> = useMemo(() => matchFiles(open ?? [], chosen), [open, chosen]);
  const go = () => {
    const matched = matches.matched.map(({ upload, file }) => ({
      uploadId: upload.uploadId,
      file: file.file,
      facts: file.facts,
    }));
    uploads.resume(roomId, matched);
  };
  const discard = async () => {
    await Promise.all((open ?? []).map(({ uploadId }) => mutation("uploads.cancel", { uploadId })));
  };
  return { open, error, looking, matches, hasChosen: chosen.length > 0, choose, go, discard };
}
