import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { decodeLyricsFile } from "#app/domain/lyrics/decode-lyrics-file.ts";
import { hasWords, type Lyrics, NO_LYRICS } from "#app/domain/lyrics/lyrics.ts";
import {
  createDraft,
  type LyricsDraft,
  moveCursor,
  nudgeLine,
  readTypedTimes,
  setDraftText,
  tapLine,
  toStoredText,
  undoTap,
} from "#app/domain/lyrics/lyrics-draft.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { parseLyrics } from "#app/domain/lyrics/parse-lyrics.ts";

export type EditorMode = "text" | "times";

export type DraftControls = {
  readonly draft: LyricsDraft;
  readonly mode: EditorMode;
  readonly isChanged: boolean;
  readonly setMode: (mode: EditorMode) => void;
  readonly setText: (text: string) => void;
  /** Replaces the draft. Returns the error if the text exceeds the limits or has no words. */
  readonly replace: (text: string) => ErrorCode | null;
  readonly importFile: (file: File) => Promise<ErrorCode | null>;
  readonly tap: (atMs: number) => void;
  readonly undoTap: () => void;
  readonly nudge: (index: number, byMs: number) => void;
  readonly moveCursor: (index: number) => void;
  /** The draft is what is stored from now on. */
  readonly markSaved: (text: string) => void;
};

/** Lyrics being edited, as text and with their times. */
export function useLyricsDraft(initialText: string): DraftControls {
  const [draft, setDraft] = useState(() => createDraft(parseOrNone(initialText)));
  const [savedText, setSavedText] = useState(() => toStoredText(draft));
  const [mode, setMode] = useState<EditorMode>("text");
  const replace = (text: string) => {
    const parsed = parseLyrics(text);
    if (!parsed.ok) return parsed.error;
    if (!hasWords(parsed.value)) return "file-empty";
    setDraft(createDraft(parsed.value));
    return null;
  };
  return {
    draft,
    mode,
    isChanged: toStoredText(draft) !== savedText,
    setMode(next) {
      // times may have been typed or pasted
      if (next === "times") setDraft(readTypedTimes);
      setMode(next);
    },
    setText: (text) => setDraft((before) => setDraftText(before, text)),
    replace,
    async importFile(file) {
      if (file.size > lyricsLimits.fileBytes) return "lyrics-too-long";
      const bytes = await file.arrayBuffer().catch(() => null);
      return bytes ? replace(decodeLyricsFile(new Uint8Array(bytes))) : "file-unreadable";
    },
    tap: (atMs) => setDraft((before) => tapLine(before, atMs)),
    undoTap: () => setDraft(undoTap),
    nudge: (index, byMs) => setDraft((before) => nudgeLine(before, index, byMs)),
    moveCursor: (index) => setDraft((before) => moveCursor(before, index)),
    markSaved(text) {
      const saved = createDraft(parseOrNone(text));
      setDraft(saved);
      setSavedText(toStoredText(saved));
    },
  };
}

function parseOrNone(text: string): Lyrics {
  const parsed = parseLyrics(text);
  return parsed.ok ? parsed.value : NO_LYRICS;
}
