import { useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useLatest } from "#app/lib/use-latest.ts";
import type { ImportOutcome, ImportProgress } from "#app/server-client/import-stream.ts";
import { importFromLink } from "./import-from-link.ts";

type LinkImport = {
  /** Null while nothing is imported. */
  readonly progress: ImportProgress | null;
  /** The outcome of the last import. Null before it ends and after `reset`. */
  readonly outcome: ImportOutcome | null;
  readonly start: (link: string, onDone: () => void) => void;
  readonly cancel: () => void;
  readonly reset: () => void;
};

/** One import from a link at a time. It is cancelled when the component unmounts. */
export function useLinkImport(roomId: RoomId): LinkImport {
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const latest = useLatest();

  const start = (link: string, onDone: () => void) => {
    setOutcome(null);
    setProgress({ receivedBytes: 0, totalBytes: null });
    void latest.run(
      (signal) => importFromLink(roomId, { link, signal, onProgress: setProgress }),
      (result) => {
        setProgress(null);
        setOutcome(result);
        if (result.type === "done") onDone();
      },
    );
  };
  const cancel = () => {
    latest.cancel();
    setProgress(null);
  };
  return { progress, outcome, start, cancel, reset: () => setOutcome(null) };
}
