import { outputDelays } from "#app/app-state/output-delays.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { notify } from "#app/ui/notice-store.ts";
import { Select } from "#app/ui/select.tsx";

/** The option that opens the browser's own list. Ids of outputs are longer. */
const CHOOSE = "choose";

/** Chooses the output of this device. Renders nothing where the browser offers no other output than the system's. */
export function OutputChoice() {
  const { t } = useTranslation("devices");
  const canChoose = useStore(outputDelays.canChoose);
  const listed = useStore(outputDelays.list);
  const { sinkId } = useStore(outputDelays.current);
  const outputs = listed.map(({ sinkId: id, name }) => ({ id, label: name ?? t("settings.outputDefault") }));
  const options = outputDelays.canSelect ? [...outputs, { id: CHOOSE, label: t("settings.outputChoose") }] : outputs;
  // a list with only the system's output is no choice
  if (!canChoose || (options.length < 2 && sinkId === "")) return null;
  const choose = async (id: string) => {
    // a user who closes the browser's list has chosen nothing, which is no failure
    if (id === CHOOSE) return void (await outputDelays.select());
    if (!(await outputDelays.choose(id))) notify({ variant: "error", title: t("settings.outputFailed") });
  };
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <span className="shrink-0 font-label">{t("settings.output")}</span>
      <Select label={t("settings.output")} options={options} selected={sinkId} onSelect={(id) => void choose(id)} />
    </div>
  );
}
