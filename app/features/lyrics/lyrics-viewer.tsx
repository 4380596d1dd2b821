import { Download, Maximize2, Minimize2 } from "lucide-react";
import { useCallback, useState } from "react";
import { can } from "#app/domain/access/permissions.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { hasWords } from "#app/domain/lyrics/lyrics.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { saveBlob } from "#app/ui/save-blob.ts";
import { useIsMobile } from "#app/ui/use-media-query.ts";
import { LyricsBody } from "./lyrics-body.tsx";
import type { LyricsDialogProps } from "./lyrics-dialog.tsx";
import { type Following, useFollowing } from "./use-following.ts";
import { type LyricsState, useLyrics } from "./use-lyrics.ts";
import { useRoomPosition } from "./use-room-position.ts";

type LyricsViewerProps = LyricsDialogProps & { readonly onEdit: (entry: Entry, text: string) => void };

/** Shows the lyrics of the current track. */
export function LyricsViewer(props: LyricsViewerProps) {
  const { state } = useRoomView(props.connection);
  return state && <OpenViewer {...props} info={state.info} />;
}

function OpenViewer({ connection, engine, info, onEdit, onClose }: LyricsViewerProps & { readonly info: RoomInfo }) {
  const { t } = useTranslation("lyrics");
  const { self } = useRoomView(connection);
  const position = useRoomPosition(connection, engine);
  const { entry } = position;
  const { state, retry } = useLyrics(info.id, entry?.track);
  const following = useFollowing(entry?.id);
  const [isFullScreen, setFullScreen] = useState(false);
  const edit = entry && canArrangeEntry(entry, self, info) ? (text: string) => onEdit(entry, text) : null;
  const seek = useSeek(connection, entry?.id, following);
  const canControl = can(self.effectiveRole, "control-playback", info);
  return (
    <Dialog
      title={t("title")}
      isOpen
      onOpenChange={onClose}
      width={600}
      isFullScreen={isFullScreen}
      footer={
        <ViewerFooter
          entry={entry}
          state={state}
          following={following}
          fullScreen={{ isOn: isFullScreen, set: setFullScreen }}
          onEdit={edit}
        />
      }
    >
      <LyricsBody
        state={state}
        position={position}
        following={following}
        isLarge={isFullScreen}
        onRetry={retry}
        onSeek={canControl ? seek : null}
        onAdd={edit && (() => edit(""))}
      />
    </Dialog>
  );
}

/** Seeks in the current entry and follows its lines again. The function is the same in each render, for the memoized lines. */
function useSeek(connection: RoomConnection, entryId: EntryId | undefined, { resume }: Following): (toMs: number) => void {
  const errorText = useErrorText();
  const latestResume = useLatestRef(resume);
  return useCallback(
    async (positionMs) => {
      if (!entryId) return;
      latestResume.current();
      const error = await connection.command({ type: "seek", entryId, positionMs });
      if (error) notify({ variant: "error", title: errorText(error) });
    },
    [connection, entryId, errorText, latestResume],
  );
}

type ViewerFooterProps = {
  readonly entry: Entry | undefined;
  readonly state: LyricsState;
  readonly following: Following;
  readonly fullScreen: { readonly isOn: boolean; readonly set: (isOn: boolean) => void };
  /** Null if the person may not edit the track. */
  readonly onEdit: ((text: string) => void) | null;
};

function ViewerFooter({ entry, state, following, fullScreen, onEdit }: ViewerFooterProps) {
  const { t } = useTranslation("lyrics");
  const isMobile = useIsMobile();
  const shown = state.status === "loaded" && hasWords(state.lyrics) ? state : null;
  const isPaused = shown?.lyrics.kind === "synced" && !following.isOn;
  return (
    <>
      {isPaused && (
        <Button variant="primary" onPress={following.resume}>
          {t("backToCurrent")}
        </Button>
      )}
      {shown && onEdit && <Button onPress={() => onEdit(shown.text)}>{t("edit")}</Button>}
      <span className="ml-auto flex gap-1 max-md:[&_button]:size-12">
        {shown && entry && (
          <IconButton label={t("download")} icon={<Download />} onPress={() => download(entry, shown.text)} tooltip />
        )}
        {!isMobile && (
          <IconButton
            label={t(fullScreen.isOn ? "exitFullScreen" : "fullScreen")}
            icon={fullScreen.isOn ? <Minimize2 /> : <Maximize2 />}
            onPress={() => fullScreen.set(!fullScreen.isOn)}
            tooltip
          />
        )}
      </span>
    </>
  );
}

function download({ track: { artist, title } }: Entry, text: string): void {
  const name = [artist, title]
    .filter(Boolean)
    .join(" - ")
    .replace(/[\\/:*?"<>|]/g, "_");
  saveBlob(new Blob([text, "\n"], { type: "text/plain" }), `${name}.lrc`);
}
