import { useState } from "react";
import type { Engine } from "#app/audio/engine.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { LyricsEditor } from "./lyrics-editor.tsx";
import { LyricsViewer } from "./lyrics-viewer.tsx";

export type LyricsDialogProps = {
  readonly connection: RoomConnection;
  readonly engine: Engine;
  readonly onClose: () => void;
};

type Edited = { readonly entry: Entry; readonly text: string };

/** The lyrics of the current track, and their editor. */
export function LyricsDialog(props: LyricsDialogProps) {
  const [edited, setEdited] = useState<Edited | null>(null);
  if (!edited) return <LyricsViewer {...props} onEdit={(entry, text) => setEdited({ entry, text })} />;
  return <LyricsEditor {...props} entry={edited.entry} initialText={edited.text} onClose={() => setEdited(null)} />;
}
