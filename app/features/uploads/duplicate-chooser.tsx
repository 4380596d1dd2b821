import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes, formatDuration } from "#app/i18n/format.ts";
import type { DuplicateCandidate } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { FormatMark } from "./format-mark.tsx";
import type { DuplicateChooser, UploadItem } from "./upload-item.ts";
import { uploads } from "./upload-store.ts";

type DuplicateChooserProps = {
  readonly item: UploadItem;
  readonly tracks: readonly DuplicateCandidate[];
  /** How many files wait for the same question. */
  readonly count: number;
};

const MINE = "file";

/** A file that looks like something in the library: which of them shall it be? */
export function DuplicateChooserCard({ item, tracks, count }: DuplicateChooserProps) {
  const { t, i18n } = useTranslation("uploads");
  const [selected, setSelected] = useState<string>(tracks[0]?.track.id ?? MINE);
  const chosen = tracks.find(({ track }) => track.id === selected);
  const choice: DuplicateChooser = chosen ? { use: "track", trackId: chosen.track.id } : { use: "file" };
  const options = tracks.map(({ track, rooms }) => ({
    id: track.id as string,
    label: track.title,
    text: [
      track.artist,
      formatDuration(track.durationMs),
      track.format.toUpperCase(),
      rooms > 0 ? t("duplicates.rooms", { count: rooms }) : "",
    ]
      .filter((part) => part !== "")
      .join(" · "),
    icon: <Cover src={track.cover && `/media/library-cover/${track.cover}`} size={32} />,
  }));
  const mine = {
    id: MINE,
    label: t("duplicates.upload"),
    text: formatBytes(item.file.size, i18n.language),
    icon: <FormatMark name={item.file.name} isSmall />,
  };
  return (
    <div className="mt-2 grid gap-2">
      <RadioGroup
        label={t("duplicates.question")}
        isLabelHidden
        variant="cards"
        options={[...options, mine]}
        selected={selected}
        onSelect={setSelected}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {count > 1 && (
          <Button size="sm" variant="ghost" onPress={() => uploads.chooseForAll(item.roomId, choice.use)}>
            {t("duplicates.all", { count })}
          </Button>
        )}
        <Button size="sm" onPress={() => uploads.choose(item.id, choice)}>
          {t(chosen ? "duplicates.use" : "duplicates.useMine")}
        </Button>
      </div>
    </div>
  );
}
