import { useCallback } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { ImportBatchId, ImportItemId, RoomId } from "#app/domain/ids.ts";
import type { ImportBatch } from "#app/domain/imports/import-batch.ts";
import type { Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { notify } from "#app/ui/notice-store.ts";
import { importsOf } from "./room-imports.ts";

export type BatchActions = {
  readonly resume: () => void;
  readonly retry: (items: readonly ImportItemId[]) => void;
  readonly cancel: (items: readonly ImportItemId[]) => void;
  readonly remove: (batch: ImportBatch) => void;
};

/** The actions on a batch. A notice reports a failure. The functions are stable, so that rows stay memoized. */
export function useBatchActions(roomId: RoomId, id: ImportBatchId): BatchActions {
  const errorText = useErrorText();
  const imports = importsOf(roomId);
  const report = useCallback(
    async (acting: Promise<Result<null, ErrorCode>>) => {
      const result = await acting;
      if (!result.ok) notify({ variant: "error", title: errorText(result.error) });
    },
    [errorText],
  );
  return {
    resume: () => imports.resume(id),
    retry: useCallback((items) => void report(imports.retry(id, items)), [imports, id, report]),
    cancel: useCallback((items) => void report(imports.cancel(id, items)), [imports, id, report]),
    remove: (batch) => void report(imports.remove(batch)),
  };
}
