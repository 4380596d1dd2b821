import { CircleAlert, CircleCheck, Wrench } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { type FunctionValue, mutation } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { SettingRow } from "./settings-section.tsx";

type Sums = { readonly checked: number; readonly wrong: number; readonly fixed: number };
type Repair =
  | { readonly type: "idle" }
  | { readonly type: "running"; readonly sums: Sums }
  | { readonly type: "done"; readonly sums: Sums }
  | { readonly type: "failed"; readonly sums: Sums; readonly error: ErrorCode };

const NONE: Sums = { checked: 0, wrong: 0, fixed: 0 };
type Step = FunctionValue<"tracks.fixDurations">;

/** Looks at the files of all of one's tracks again, and puts right the lengths that are wrong (§2, maintenance). */
export function FixDurations() {
  const { t } = useTranslation("settings");
  const [repair, setRepair] = useState<Repair>({ type: "idle" });
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const run = async () => {
    let sums = NONE;
    let cursor: Step["nextCursor"] = null;
    do {
      setRepair({ type: "running", sums });
      const step: Result<Step> = await mutation("tracks.fixDurations", { cursor });
      // what is done is done; who leaves the page wants no more of it
      if (gone.current) return;
      if (!step.ok) return setRepair({ type: "failed", sums, error: step.error });
      const found: Step = step.value;
      sums = { checked: sums.checked + found.checked, wrong: sums.wrong + found.wrong, fixed: sums.fixed + found.fixed };
      cursor = found.nextCursor;
    } while (cursor !== null);
    setRepair({ type: "done", sums });
  };

  return (
    <SettingRow
      title={t("fix.title")}
      text={t("fix.text")}
      below={
        <>
          {repair.type === "running" && (
            <p role="status" className="text-small text-ink-3 tabular-nums">
              {t("fix.checking", { count: repair.sums.checked })}
            </p>
          )}
          <Outcome repair={repair} />
        </>
      }
    >
      <Button
        size="sm"
        icon={<Wrench />}
        aria-label={t("fix.title")}
        isBusy={repair.type === "running"}
        onPress={() => void run()}
      >
        {t("fix.start")}
      </Button>
    </SettingRow>
  );
}

function Outcome({ repair }: { readonly repair: Repair }) {
  const { t } = useTranslation("settings");
  const errorText = useErrorText();
  if (repair.type === "idle" || repair.type === "running") return null;
  const { checked, wrong, fixed } = repair.sums;
  const result = wrong === 0 ? t("fix.nothing", { count: checked }) : t("fix.fixed", { fixed, count: wrong });
  if (repair.type === "failed") {
    return (
      <Note tone="danger" role="alert" icon={<CircleAlert />}>
        {t("fix.failed")} {errorText(repair.error)} {fixed > 0 && result}
      </Note>
    );
  }
  const isWhole = fixed === wrong;
  return (
    <Note tone={isWhole ? "live" : "warn"} role="status" icon={isWhole ? <CircleCheck /> : <CircleAlert />}>
      {result} {!isWhole && t("fix.rest")}
    </Note>
  );
}
