import { memo } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { useDisclosure } from "#app/ui/use-disclosure.ts";
import type { FoundTrack } from "./found.ts";
import { MatchPanel } from "./match-panel.tsx";
import { TrackSummary } from "./track-summary.tsx";

type SpotifyRowProps = { readonly roomId: RoomId; readonly item: FoundTrack; readonly onUpload: () => void };

/** A track of a service without audio. "Find" looks for it in the library and in the other services. */
export const SpotifyRow = memo(function SpotifyRow({ roomId, item, onUpload }: SpotifyRowProps) {
  const { t } = useTranslation("imports");
  const { isOpen, open, close } = useDisclosure();
  return (
    <li className={isOpen ? "" : "[contain-intrinsic-size:auto_60px] [content-visibility:auto]"}>
      <div className="flex min-h-15 items-center gap-3 rounded-md px-2 py-2">
        <TrackSummary item={item} />
        <Button
          size="sm"
          aria-expanded={isOpen}
          aria-label={t("match.findTrack", { title: item.track.title })}
          onPress={isOpen ? close : open}
        >
          {t("match.find")}
        </Button>
      </div>
      {isOpen && <MatchPanel roomId={roomId} track={item.track} onUpload={onUpload} />}
    </li>
  );
});
