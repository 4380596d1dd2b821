import { useState } from "react";
import { outputDelays } from "#app/app-state/output-delays.ts";
import { openMicrophone } from "#app/audio/calibration/microphone.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { useDevices } from "./devices-context.ts";
import { useStepFocus } from "./use-step-focus.ts";

/** Says for which outputs the delay is remembered, and asks the browser for their names if it does not give them. */
export function OutputNames() {
  const { t } = useTranslation("calibration");
  const { name } = useStore(outputDelays.current);
  const { isAsking, isAsked, ask } = useNameRequest();
  const content = useStepFocus(isAsked ? "asked" : "unasked");
  return (
    <div ref={content} tabIndex={-1} className="mt-1 grid justify-items-start gap-2 text-caption text-ink-3 outline-none">
      {name !== null ? (
        <p>{t("remembered")}</p>
      ) : (
        <>
          <p>
            {t("sharedDelay")} {!isAsked && t("nameOutputsText")}
          </p>
          {!isAsked && (
            <Button size="sm" isBusy={isAsking} onPress={() => void ask()}>
              {t("nameOutputs")}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

type NameRequest = {
  readonly isAsking: boolean;
  /** The browser has had the permission, and names no more than it does now. */
  readonly isAsked: boolean;
  readonly ask: () => Promise<void>;
};

/** Browsers name the outputs to a page that may use the microphone. It is closed at once. */
function useNameRequest(): NameRequest {
  const { t } = useTranslation("calibration");
  const { engine } = useDevices();
  const [isAsking, setAsking] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const ask = async () => {
    setAsking(true);
    const opened = await openMicrophone(engine.context);
    if (opened.ok) opened.value.close();
    await outputDelays.refresh();
    setAsking(false);
    if (!opened.ok) {
      return void notify({ variant: "error", title: t(`faults.${opened.error}`), message: t(`faults.${opened.error}Text`) });
    }
    setAsked(true);
    if (outputDelays.current.get().name === null) notify({ variant: "info", title: t("stillUnnamed") });
  };
  return { isAsking, isAsked, ask };
}
