import { useState } from "react";
import { formatBytes, formatDuration } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { DuplicateCandidate } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { FormatMark } from "./format-mark.tsx";
import type { DuplicateChoice, UploadItem } from "./upload-item.ts";
import { uploads } from "./upload-store.ts";

type DuplicateChooserProps = {
  readonly item: UploadItem;
  readonly tracks: readonly DuplicateCandidate[];
  /** The number of files in the list that have duplicates, this one included. */
  readonly count: number;
};

const FILE_OPTION_ID = "file";

/** Lets the user choose between the tracks of the library that a file resembles, and the file itself. */
export function DuplicateChooser({ item, tracks, count }: DuplicateChooserProps) {
  const { t } = useTranslation("uploads");
  const [selected, setSelected] = useState<string>(tracks[0]?.track.id ?? FILE_OPTION_ID);
  const options = useOptions(item, tracks);
  const selectedTrack = tracks.find(({ track }) => track.id === selected)?.track;
  const choice: DuplicateChoice = selectedTrack ? { use: "track", trackId: selectedTrack.id } : { use: "file" };
  return (
    <div className="mt-2 grid gap-2">
      <RadioGroup
        label={t("duplicates.question")}
        isLabelHidden
        variant="cards"
        options={options}
        selected={selected}
        onSelect={setSelected}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {count > 1 && (
          <Button size="sm" variant="ghost" onPress={() => uploads.resolveAllDuplicates(item.roomId, choice.use)}>
            {t("duplicates.all", { count })}
          </Button>
        )}
        <Button size="sm" onPress={() => uploads.resolveDuplicate(item.id, choice)}>
          {t(selectedTrack ? "duplicates.use" : "duplicates.useMine")}
        </Button>
      </div>
    </div>
  );
}

/** The tracks, then the file. */
function useOptions({ file }: UploadItem, tracks: readonly DuplicateCandidate[]) {
  const { t, language } = useTranslation("uploads");
  const trackOptions = tracks.map(({ track, rooms }) => {
    const usage = rooms > 0 ? t("duplicates.rooms", { count: rooms }) : "";
    const facts = [track.artist, formatDuration(track.durationMs), track.format.toUpperCase(), usage];
    return {
      id: track.id as string,
      label: track.title,
      text: facts.filter((fact) => fact !== "").join(" · "),
      icon: <Cover src={track.cover && `/media/library-cover/${track.cover}`} size={32} />,
    };
  });
  const fileOption = {
    id: FILE_OPTION_ID,
    label: t("duplicates.upload"),
    text: formatBytes(file.size, language),
    icon: <FormatMark name={file.name} isSmall />,
  };
  return [...trackOptions, fileOption];
}
