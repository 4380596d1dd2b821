import { Sigma } from "lucide-react";
import { useState } from "react";
import { ok, type Result } from "#app/domain/result.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { query } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { DataSection, LoadError } from "../data-page.tsx";
import { Fact, FactList } from "../fact-list.tsx";
import { useFormats } from "../use-formats.ts";

type Totals = { readonly count: number; readonly bytes: number; readonly orphans: number; readonly orphanBytes: number };
const NOTHING: Totals = { count: 0, bytes: 0, orphans: 0, orphanBytes: 0 };

/** The numbers and sizes of all objects. Counting reads every key, so it runs on demand and shows what it has so far. */
export function ObjectTotals() {
  const { t } = useTranslation("devData");
  const { count, bytes } = useFormats();
  const [totals, setTotals] = useState<Totals | null>(null);
  const { isPending, error, submit } = useSubmit(() => addUp(setTotals));
  const start = (
    <Button size="sm" icon={<Sigma aria-hidden />} isBusy={isPending} onPress={() => void submit()}>
      {t(totals ? "objects.countAgain" : "objects.count")}
    </Button>
  );
  return (
    <DataSection title={t("objects.totals")} actions={start}>
      {error && <LoadError error={error} onRetry={() => void submit()} />}
      {!totals && !error && <p className="text-small text-ink-3">{t("objects.totalsText")}</p>}
      {totals && (
        <FactList>
          <Fact name={t("objects.all")}>
            {count(totals.count)} · {bytes(totals.bytes)}
          </Fact>
          <Fact name={t("objects.orphans")}>
            {count(totals.orphans)} · {bytes(totals.orphanBytes)}
          </Fact>
        </FactList>
      )}
    </DataSection>
  );
}

async function addUp(onProgress: (totals: Totals) => void): Promise<Result<null>> {
  let totals = NOTHING;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof countPage>> = await countPage(cursor);
    if (!page.ok) return page;
    const { value } = page;
    totals = {
      count: totals.count + value.count,
      bytes: totals.bytes + value.bytes,
      orphans: totals.orphans + value.orphans,
      orphanBytes: totals.orphanBytes + value.orphanBytes,
    };
    onProgress(totals);
    cursor = value.nextCursor;
  } while (cursor !== null);
  return ok(null);
}

function countPage(cursor: string | null) {
  return query("dev.countObjects", { prefix: "", ...(cursor !== null && { cursor }) });
}
