import { ArrowUpDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Select } from "#app/ui/select.tsx";
import { Slider } from "#app/ui/slider.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { DemoSection, OnBothSurfaces } from "./demo-section.tsx";
import { RadioGroups } from "./radio-demo.tsx";

export function ChoiceDemo() {
  const { t } = useTranslation("dev");
  return (
    <DemoSection title={t("choices.title")}>
      <OnBothSurfaces>
        <div className="grid gap-5">
          <Toggles />
          <Selects />
          <VolumeSlider />
          <TabVariants />
          <RadioGroups />
        </div>
      </OnBothSurfaces>
    </DemoSection>
  );
}

function Toggles() {
  const { t } = useTranslation("dev");
  const [isOn, setOn] = useState(true);
  const [isAll, setAll] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Checkbox isSelected={isAll} onChange={setAll} isIndeterminate={!isAll}>
        {t("choices.checkbox")}
      </Checkbox>
      <Checkbox isSelected={isOn} onChange={setOn}>
        {t("choices.notify")}
      </Checkbox>
      <Checkbox isSelected={isOn} onChange={setOn} isDisabled aria-label={t("choices.notify")} />
      <Switch isSelected={isOn} onChange={setOn}>
        {t("choices.switch")}
      </Switch>
      <Switch isSelected={!isOn} onChange={(next) => setOn(!next)} aria-label={t("choices.switch")} />
      <Switch isSelected onChange={setOn} isDisabled aria-label={t("choices.switch")} />
    </div>
  );
}

function Selects() {
  const { t } = useTranslation("dev");
  const [order, setOrder] = useState<"newest" | "oldest" | "byName">("newest");
  const [role, setRole] = useState<"editor" | "viewer">("editor");
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Select
        label={t("choices.sort")}
        icon={<ArrowUpDown />}
        options={[
          { id: "newest", label: t("choices.newest") },
          { id: "oldest", label: t("choices.oldest") },
          { id: "byName", label: t("choices.byName") },
        ]}
        selected={order}
        onSelect={setOrder}
      />
      <Select
        label={t("choices.role")}
        size="sm"
        variant="bare"
        options={[
          { id: "editor", label: t("choices.editor") },
          { id: "viewer", label: t("choices.viewer") },
        ]}
        selected={role}
        onSelect={setRole}
      />
    </div>
  );
}

function VolumeSlider() {
  const { t } = useTranslation("dev");
  const [percent, setPercent] = useState(64);
  return (
    <Slider
      label={t("choices.volume")}
      value={percent}
      min={0}
      max={100}
      step={5}
      onChange={setPercent}
      formatValue={(value) => t("choices.volumeValue", { percent: value })}
    />
  );
}

function TabVariants() {
  const { t } = useTranslation("dev");
  const [rooms, setRooms] = useState<"allRooms" | "myRooms">("allRooms");
  const [source, setSource] = useState<"upload" | "fromLink" | "library">("upload");
  return (
    <>
      <Tabs
        label={t("choices.tabs")}
        variant="segmented"
        tabs={[
          { id: "allRooms", label: t("choices.allRooms"), count: 1904 },
          { id: "myRooms", label: t("choices.myRooms"), count: 4 },
        ]}
        selected={rooms}
        onSelect={setRooms}
        className="justify-self-start"
      />
      <Tabs
        label={t("choices.upload")}
        variant="underlined"
        tabs={[
          { id: "upload", label: t("choices.upload") },
          { id: "fromLink", label: t("choices.fromLink") },
          { id: "library", label: t("choices.library"), count: 1904 },
        ]}
        selected={source}
        onSelect={setSource}
      >
        <p className="text-ink-2">{t("choices.panel", { tab: t(`choices.${source}`) })}</p>
      </Tabs>
    </>
  );
}
