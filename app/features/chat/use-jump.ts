import { useCallback, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { notify } from "#app/ui/notice-store.ts";
import type { ChatStore } from "./chat-store.ts";

/** The attribute by which the row of a message is found. */
export const SEQ_ATTRIBUTE = "data-seq";

/** A function that scrolls to a message, which it loads if necessary, and focuses it. */
export function useJump(store: ChatStore) {
  const { t } = useTranslation("chat");
  const log = useRef<HTMLDivElement>(null);
  const jump = useCallback(
    async (seq: number) => {
      const outcome = await store.reach(seq);
      if (outcome === "gone") notify({ title: t("messageGone") });
      // the list shows why older messages could not be loaded
      if (outcome !== "reached") return;
      // the rows of the loaded messages exist after the next frame
      requestAnimationFrame(() => {
        const row = log.current?.querySelector<HTMLElement>(`[${SEQ_ATTRIBUTE}="${seq}"]`);
        row?.scrollIntoView({ block: "center" });
        row?.focus({ preventScroll: true });
      });
    },
    [store, t],
  );
  return { log, jump };
}
