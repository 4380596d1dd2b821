import { VolumeX } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { TAPS_NEEDED } from "./tap-beat.ts";
import { TapPad } from "./tap-pad.tsx";
import { TapPlot } from "./tap-plot.tsx";
import { TapResult } from "./tap-result.tsx";
import { type TapControls, useTapBeat } from "./use-tap-beat.ts";

/** Finds the delay of the current output by taps to a beat. */
export function TapDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("calibration");
  const controls = useTapBeat();
  const { step, isSilent, result } = controls;
  const footer = <Footer controls={controls} onClose={onClose} />;
  return (
    <Dialog title={t("tap.title")} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} width={560} footer={footer}>
      {step !== "result" && <p className="text-ink-2">{t("tap.text")}</p>}
      {step === "intro" ? <Note>{t("tap.rough")}</Note> : <Taps controls={controls} />}
      {result && <TapResult result={result} />}
      {isSilent && step === "intro" && (
        <Note tone="warn" icon={<VolumeX />} role="alert">
          {t("tap.noSound")}
        </Note>
      )}
    </Dialog>
  );
}

function Taps({ controls: { step, offsetsMs, tap } }: { readonly controls: TapControls }) {
  const { t } = useTranslation("calibration");
  const done = Math.min(offsetsMs.length, TAPS_NEEDED);
  return (
    <div className="grid items-center justify-items-center gap-5 py-2 md:grid-cols-[auto_1fr] md:gap-8">
      <TapPad onTap={tap} isDone={step === "result"} />
      <div className="grid w-full max-w-90 gap-2">
        <p className="text-small text-ink-2 tabular-nums max-md:text-center">
          {t("tap.progress", { done, total: TAPS_NEEDED })}
        </p>
        <TapPlot offsetsMs={offsetsMs} />
      </div>
    </div>
  );
}

type FooterProps = { readonly controls: TapControls; readonly onClose: () => void };

function Footer({ controls: { step, start, apply }, onClose }: FooterProps) {
  const { t } = useTranslation("calibration");
  const applyAndClose = () => {
    apply();
    onClose();
  };
  return (
    <>
      <Button variant="ghost" onPress={onClose} className="md:mr-auto">
        {t("cancel")}
      </Button>
      {step === "intro" && (
        <Button variant="primary" onPress={start}>
          {t("tap.start")}
        </Button>
      )}
      {step === "result" && (
        <>
          <Button onPress={start}>{t("again")}</Button>
          <Button variant="primary" onPress={applyAndClose}>
            {t("apply")}
          </Button>
        </>
      )}
    </>
  );
}
