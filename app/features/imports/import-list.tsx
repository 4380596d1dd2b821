import { useEffect, useRef, useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Button } from "#app/ui/button.tsx";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { BatchCard } from "./batch-card.tsx";
import { statusOf } from "./import-totals.ts";
import { importsOf } from "./room-imports.ts";

/** The number of ended batches that are shown at first. The search is below the list and should stay in view. */
const ENDED_SHOWN = 1;

/** The user's imports into this room. Shows nothing if there are none. */
export function ImportList({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const imports = importsOf(roomId);
  const state = useStore(imports.state);
  const [isExpanded, setExpanded] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => imports.load(), [imports]);

  const batches = state.batches ?? [];
  const ended = batches.filter((batch) => statusOf(state, batch) === "ended");
  const hidden = new Set(isExpanded ? [] : ended.slice(ENDED_SHOWN));
  const shown = batches.filter((batch) => !hidden.has(batch));
  const card = { roomId, onRemoved: () => heading.current?.focus() };
  return (
    <>
      {state.error && <RetryNote text={errorText(state.error)} label={t("retry")} onRetry={imports.load} />}
      {batches.length > 0 && (
        <section className="grid grid-cols-1 justify-items-start gap-2">
          {/* gets the focus when a batch with the focused button is removed */}
          <h3 ref={heading} tabIndex={-1} className="font-bold outline-none">
            {t("list.title")}
          </h3>
          <ul className="grid w-full grid-cols-1 gap-2">
            {shown.map((batch) => (
              <BatchCard key={batch.id} batch={batch} state={state} {...card} />
            ))}
          </ul>
          {hidden.size > 0 && (
            <Button size="sm" variant="ghost" onPress={() => setExpanded(true)}>
              {t("list.showAll", { count: hidden.size })}
            </Button>
          )}
        </section>
      )}
    </>
  );
}
