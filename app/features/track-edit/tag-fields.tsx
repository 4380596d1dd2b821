import { countChars } from "#app/domain/text/normalize.ts";
import type { TrackTags } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { DRAFT_FIELDS, type FieldErrors, type InitialDraft, type TrackDraft } from "./track-draft.ts";

type TagFieldsProps = {
  readonly draft: TrackDraft;
  readonly initial: InitialDraft;
  readonly errors: FieldErrors;
  readonly isDisabled: boolean;
  readonly onChange: (name: keyof TrackTags, value: string) => void;
};

/** One field per tag. A mixed field has a placeholder, and keeps the value of each track while it is empty. */
export function TagFields({ draft, initial, errors, isDisabled, onChange }: TagFieldsProps) {
  const { t } = useTranslation("trackEdit");
  const errorText = useErrorText();
  const renderField = (name: keyof TrackTags) => {
    const error = errors[name];
    const isMixed = initial.mixed.has(name);
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
        error={error ? errorText(error) : null}
        {...(name === "year" ? { inputMode: "numeric" as const } : {})}
        {...(name === "title" && { count: { value: countChars(draft.title), max: trackLimits.tagChars } })}
      />
    );
  };
  const [title, artist, album, genre, year] = DRAFT_FIELDS.map(renderField);
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
