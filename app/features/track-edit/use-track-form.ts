import { useMemo, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Track, TrackTags } from "#app/domain/tracks/track.ts";
import type { CoverChoice } from "./track-cover.ts";
import { createDraft, getChanges, type TrackDraft, validateChanges } from "./track-draft.ts";

const KEEP_COVER: CoverChoice = { type: "keep" };

/**
 * The state of the form. Its tracks stay those of the first render: only edited fields are saved, so a change that another
 * person makes meanwhile is not overwritten.
 */
export function useTrackForm(initialTracks: readonly Track[]) {
  const [tracks] = useState(initialTracks);
  const initial = useMemo(() => createDraft(tracks), [tracks]);
  const [draft, setDraft] = useState<TrackDraft>(initial.draft);
  const [cover, setCover] = useState<CoverChoice>(KEEP_COVER);
  const [coverError, setCoverError] = useState<ErrorCode | null>(null);
  const [rereadTags, setRereadTags] = useState(false);
  const changes = getChanges(draft, initial);
  const errors = validateChanges(changes);
  const isEdited = Object.keys(changes).length > 0 || cover.type !== "keep" || rereadTags;
  const isValid = Object.keys(errors).length === 0;

  return {
    tracks,
    initial,
    draft,
    setDraft,
    setTag: (name: keyof TrackTags, value: string) => setDraft((last) => ({ ...last, [name]: value })),
    cover,
    coverError,
    chooseCover(choice: CoverChoice) {
      setCover(choice);
      setCoverError(null);
    },
    setCoverError,
    rereadTags,
    setRereadTags,
    changes,
    errors,
    canSave: isEdited && isValid,
  };
}

export type TrackForm = ReturnType<typeof useTrackForm>;
