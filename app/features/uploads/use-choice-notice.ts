import { useEffect } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import type { UploadTotals } from "./upload-totals.ts";

/** While the list is closed: reports that the remaining uploads wait for a choice between duplicates. */
export function useChoiceNotice({ duplicates, isMoving }: UploadTotals, isListVisible: boolean, onChoose: () => void): void {
  const { t } = useTranslation("room");
  const latestOnChoose = useLatestRef(onChoose);
  const count = isMoving || isListVisible ? 0 : duplicates;
  useEffect(() => {
    if (count === 0) return;
    const notice = notify({
      title: t("upload.needChoice", { count }),
      message: t("upload.unfinishedChoice"),
      variant: "warning",
      actions: [{ id: "choose", label: t("upload.choose"), onPress: () => latestOnChoose.current() }],
    });
    return () => dismissNotice(notice);
  }, [count, t, latestOnChoose]);
}
