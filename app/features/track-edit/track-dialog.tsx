import { FileAudio } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Track, TrackTags } from "#app/domain/tracks/track.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { query } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { CoverField } from "./cover-field.tsx";
import { TagFields } from "./tag-fields.tsx";
import { type CoverChoice, coverFromFile } from "./track-cover.ts";
import { changesOf, coverOf, draftOf, faultsOf, type TrackDraft } from "./track-draft.ts";
import { TrackFacts } from "./track-facts.tsx";
import { UpdateReport } from "./update-report.tsx";
import type { UpdateOutcome } from "./update-tracks.ts";
import { useTrackUpdate } from "./use-track-update.ts";

type TrackDialogProps = {
  readonly roomId: RoomId;
  /** At least one; each once. */
  readonly tracks: readonly Track[];
  readonly media: MediaGrant | null;
  readonly onClose: () => void;
};

const KEEP: CoverChoice = { type: "keep" };

/** What is said of a track, or of many at once, and its cover. */
export function TrackDialog({ roomId, tracks, media, onClose }: TrackDialogProps) {
  const { t } = useTranslation("trackEdit");
  const errorText = useErrorText();
  // what others change meanwhile is not written over: only what is touched here is sent
  const [edited] = useState(tracks);
  const start = useMemo(() => draftOf(edited), [edited]);
  const [draft, setDraft] = useState<TrackDraft>(start.draft);
  const [cover, setCover] = useState<CoverChoice>(KEEP);
  const [coverError, setCoverError] = useState<ErrorCode | null>(null);
  const [isReadAgain, setReadAgain] = useState(false);
  const [isReading, setReading] = useState<"tags" | "cover" | null>(null);
  const changes = changesOf(draft, start);
  const { state, save, retry, stop } = useTrackUpdate(edited, { roomId, changes, cover, isReadAgain });
  const isRunning = state.type === "running";
  const faults = faultsOf(changes);
  const isChanged = Object.keys(changes).length > 0 || cover.type !== "keep" || isReadAgain;
  const isRight = Object.keys(faults).length === 0;
  const [only] = edited.length === 1 ? edited : [];
  const coverId = coverOf(edited);
  const src = coverId && media ? `/media/cover/${coverId}?${media.query}` : coverId === undefined ? undefined : null;

  const change = (name: keyof TrackTags, value: string) => setDraft((last) => ({ ...last, [name]: value }));
  const choose = (choice: CoverChoice) => {
    setCover(choice);
    setCoverError(null);
  };

  const readTags = async (track: Track) => {
    setReading("tags");
    const read = await query("tracks.readTags", { trackId: track.id, roomId });
    setReading(null);
    if (read.ok) setDraft(draftOf([read.value.tags]).draft);
    else notify({ variant: "error", title: errorText(read.error) });
  };
  const readCover = async () => {
    if (!only) return choose({ type: "from-file" });
    setReading("cover");
    const found = await coverFromFile(only.id, roomId);
    setReading(null);
    if (found.ok) choose({ type: "picture", cover: found.value });
    else setCoverError(found.error);
  };

  const finish = ({ changed, failures }: UpdateOutcome) => {
    if (changed.size > 0) {
      const editions = [...changed].filter(([id, track]) => id !== track.id).length;
      const message = changed.size === 1 ? t("editionsOne") : t("editions", { count: editions });
      notify({ variant: "success", title: t("changed", { count: changed.size }), ...(editions > 0 && { message }) });
    }
    if (failures.length === 0) onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isRunning || !isChanged || !isRight) return;
    finish(await save());
  };

  return (
    <Dialog
      title={only ? t("title") : t("titleMany", { count: edited.length })}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={!isRunning}
      width={540}
      footer={
        <>
          {isRunning && edited.length > 1 && (
            <Button variant="ghost" onPress={stop}>
              {t("stop")}
            </Button>
          )}
          {state.type === "ended" && state.outcome.failures.length > 0 && (
            <Button onPress={() => void retry().then(finish)}>{t("retry", { count: state.outcome.failures.length })}</Button>
          )}
          <Button
            type="submit"
            form="track-edit"
            variant="primary"
            isBusy={isRunning}
            isDisabled={!isChanged || !isRight}
            className="md:ml-auto"
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <form id="track-edit" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <CoverField
          src={src}
          choice={cover}
          error={coverError}
          onChoose={choose}
          onError={setCoverError}
          onFromFile={() => void readCover()}
          isBusy={isReading === "cover"}
        />
        <TagFields draft={draft} start={start} faults={faults} isDisabled={isRunning} onChange={change} />
        {only ? (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <TrackFacts track={only} />
            <Button size="sm" icon={<FileAudio />} isBusy={isReading === "tags"} onPress={() => void readTags(only)}>
              {t("readAgain")}
            </Button>
          </div>
        ) : (
          <Checkbox isSelected={isReadAgain} onChange={setReadAgain} isDisabled={isRunning}>
            {t("readEachAgain")}
          </Checkbox>
        )}
        <UpdateReport state={state} />
      </form>
    </Dialog>
  );
}
