import { useTranslation } from "react-i18next";
import type { ErrorCode } from "#app/domain/errors.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import type { TrackTags } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { DRAFT_FIELDS, type DraftStart, type TrackDraft } from "./track-draft.ts";

type TagFieldsProps = {
  readonly draft: TrackDraft;
  readonly start: DraftStart;
  readonly faults: Partial<Record<keyof TrackTags, ErrorCode>>;
  readonly isDisabled: boolean;
  readonly onChange: (name: keyof TrackTags, value: string) => void;
};

/** One field a tag. Where tracks differ it says so, and keeps what each has while it is empty. */
export function TagFields({ draft, start, faults, isDisabled, onChange }: TagFieldsProps) {
  const { t } = useTranslation("trackEdit");
  const errorText = useErrorText();
  const field = (name: keyof TrackTags) => {
    const fault = faults[name];
    const isMixed = start.mixed.has(name);
    return (
      <TextField
        key={name}
        label={t(`field.${name}`)}
        value={draft[name]}
        onChange={(value) => onChange(name, value)}
        autoComplete="off"
        isDisabled={isDisabled}
        placeholder={isMixed ? t("mixed") : ""}
        hint={isMixed ? t("mixedHint") : undefined}
        error={fault ? errorText(fault) : null}
        {...(name === "year" ? { inputMode: "numeric" as const } : {})}
        {...(name === "title" && { count: { value: countChars(draft.title), max: trackLimits.tagChars } })}
      />
    );
  };
  const [title, artist, album, genre, year] = DRAFT_FIELDS.map(field);
  return (
    <div className="grid gap-4">
      {title}
      {artist}
      {album}
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_140px]">
        {genre}
        {year}
      </div>
    </div>
  );
}
