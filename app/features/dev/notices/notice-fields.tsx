import { useTranslation } from "#app/i18n/use-translation.ts";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { ACTION_COUNTS, DURATIONS, ICONS, needsCloseButton, parseDurationMs, SECONDS_RANGE, VARIANTS } from "./notice-draft.ts";
import type { NoticeBuilder } from "./use-notice-builder.tsx";

type NoticeFieldsProps = { readonly builder: NoticeBuilder };

export function NoticeFields({ builder }: NoticeFieldsProps) {
  const { t } = useTranslation("devAudio");
  const { draft, change } = builder;
  return (
    <>
      <RadioGroup
        label={t("notices.variant")}
        options={VARIANTS.map((id) => ({ id, label: t(`notices.variants.${id}`) }))}
        selected={draft.variant}
        onSelect={(variant) => change({ variant })}
      />
      <NoticeTexts builder={builder} />
      <DurationFields builder={builder} />
      <RadioGroup
        label={t("notices.actions")}
        options={ACTION_COUNTS.map((id) => ({ id, label: id }))}
        selected={draft.actionCount}
        onSelect={(actionCount) => change({ actionCount })}
      />
      <RadioGroup
        label={t("notices.icon")}
        options={ICONS.map((id) => ({ id, label: t(`notices.icons.${id}`) }))}
        selected={draft.icon}
        onSelect={(icon) => change({ icon })}
      />
    </>
  );
}

function NoticeTexts({ builder: { draft, change } }: NoticeFieldsProps) {
  const { t } = useTranslation(["devAudio", "errors"]);
  return (
    <>
      <TextField
        label={t("devAudio:notices.title")}
        value={draft.title}
        onChange={(title) => change({ title })}
        isRequired
        autoComplete="off"
        error={draft.title.trim() === "" ? t("errors:field-required") : null}
      />
      <TextField
        label={t("devAudio:notices.message")}
        value={draft.message}
        onChange={(message) => change({ message })}
        autoComplete="off"
      />
    </>
  );
}

function DurationFields({ builder: { draft, change } }: NoticeFieldsProps) {
  const { t } = useTranslation("devAudio");
  const isButtonNeeded = needsCloseButton(draft);
  return (
    <>
      <RadioGroup
        label={t("notices.duration")}
        options={DURATIONS.map((id) => ({ id, label: t(`notices.durations.${id}`) }))}
        selected={draft.duration}
        onSelect={(duration) => change({ duration })}
      />
      {draft.duration === "custom" && (
        <TextField
          label={t("notices.seconds")}
          value={draft.seconds}
          onChange={(seconds) => change({ seconds })}
          inputMode="numeric"
          autoComplete="off"
          hint={t("notices.secondsHint", SECONDS_RANGE)}
          error={parseDurationMs(draft.seconds) === null ? t("notices.secondsError", SECONDS_RANGE) : null}
        />
      )}
      <Switch
        isSelected={isButtonNeeded || draft.hasCloseButton}
        isDisabled={isButtonNeeded}
        onChange={(hasCloseButton) => change({ hasCloseButton })}
      >
        {t("notices.closeButton")}
      </Switch>
    </>
  );
}
