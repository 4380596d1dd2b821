import { FileAudio } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { coverUrl } from "#app/server-client/room/cover-url.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { CoverField } from "./cover-field.tsx";
import { TagFields } from "./tag-fields.tsx";
import { getCommonCover } from "./track-draft.ts";
import { TrackFacts } from "./track-facts.tsx";
import { useFileReading } from "./use-file-reading.ts";
import type { TrackForm } from "./use-track-form.ts";
import { useUploader } from "./use-uploader.ts";

type TrackFieldsProps = {
  readonly roomId: RoomId;
  readonly form: TrackForm;
  readonly media: MediaGrant | null;
  readonly isDisabled: boolean;
};

/** The fields of the dialog. The file of a single track is read into the fields at once, those of several tracks on saving. */
export function TrackFields({ roomId, form, media, isDisabled }: TrackFieldsProps) {
  const { t } = useTranslation("trackEdit");
  const { reading, readTags, readCover } = useFileReading(roomId, form);
  const coverId = getCommonCover(form.tracks);
  const [singleTrack] = form.tracks.length === 1 ? form.tracks : [];
  return (
    <>
      <CoverField
        currentUrl={coverId === undefined ? undefined : coverUrl(coverId, media)}
        choice={form.cover}
        error={form.coverError}
        onChoose={form.chooseCover}
        onError={form.setCoverError}
        onFromFile={() => (singleTrack ? void readCover(singleTrack) : form.chooseCover({ type: "from-file" }))}
        isLoading={reading === "cover"}
      />
      <TagFields
        draft={form.draft}
        initial={form.initial}
        errors={form.errors}
        isDisabled={isDisabled}
        onChange={form.setTag}
      />
      {singleTrack ? (
        <FileLine
          track={singleTrack}
          roomId={roomId}
          isReading={reading === "tags"}
          onReadTags={() => void readTags(singleTrack)}
        />
      ) : (
        <Checkbox isSelected={form.rereadTags} onChange={form.setRereadTags} isDisabled={isDisabled}>
          {t("readEachAgain")}
        </Checkbox>
      )}
    </>
  );
}

type FileLineProps = {
  readonly track: Track;
  readonly roomId: RoomId;
  readonly isReading: boolean;
  readonly onReadTags: () => void;
};

function FileLine({ track, roomId, isReading, onReadTags }: FileLineProps) {
  const { t } = useTranslation("trackEdit");
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <TrackFacts track={track} uploader={useUploader(track.id, roomId)} />
      <Button size="sm" icon={<FileAudio />} isBusy={isReading} onPress={onReadTags}>
        {t("readAgain")}
      </Button>
    </div>
  );
}
