import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { Note } from "#app/ui/note.tsx";
import { Select } from "#app/ui/select.tsx";
import type { FileProblem } from "./use-file-processing.ts";
import { useFunctionQuery } from "./use-function-query.ts";

/** The option that stands for no track. */
const NO_TRACK = "";

/** Loads the file of one of the latest tracks that the user has uploaded. */
export function OwnTrackSelect({ onFile }: { readonly onFile: (file: File) => void }) {
  const { t } = useTranslation("devAudio");
  const { value } = useFunctionQuery("tracks.list", {});
  const { submit, isPending, error } = useSubmit<[Track], File, FileProblem>(loadFile, onFile);
  const tracks = (value?.tracks ?? []).flatMap(({ track, isOwn }) => (isOwn ? [track] : []));
  if (tracks.length === 0) return null;
  const placeholder = { id: NO_TRACK, label: t(isPending ? "file.loading" : "file.fromLibrary") };
  const select = (id: string) => {
    const track = tracks.find((one) => one.id === id);
    if (track) void submit(track);
  };
  return (
    <div className="grid justify-items-start gap-3">
      <Select
        label={t("file.library")}
        options={[
          placeholder,
          ...tracks.map(({ id, title, artist }) => ({ id, label: [title, artist].filter(Boolean).join(" — ") })),
        ]}
        selected={NO_TRACK}
        onSelect={select}
        isDisabled={isPending}
      />
      {error && (
        <Note tone="danger" role="alert">
          {t(`file.problems.${error}`)}
        </Note>
      )}
    </div>
  );
}

async function loadFile({ id, title, format }: Track): Promise<Result<File, FileProblem>> {
  try {
    const response = await sendRequest(`/media/own/${id}`);
    if (!response.ok) return fail("unreadable");
    return ok(new File([await response.blob()], `${title}.${format}`));
  } catch {
    // no response, or one that was cut off
    return fail("network");
  }
}
