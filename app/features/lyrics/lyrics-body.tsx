import { MicVocal } from "lucide-react";
import { hasWords, type Lyrics } from "#app/domain/lyrics/lyrics.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { SyncedLyrics } from "./synced-lyrics.tsx";
import { TrackName } from "./track-name.tsx";
import type { Following } from "./use-following.ts";
import type { LyricsState } from "./use-lyrics.ts";
import type { RoomPosition } from "./use-room-position.ts";

type LyricsBodyProps = {
  readonly state: LyricsState;
  readonly position: RoomPosition;
  readonly following: Following;
  readonly isLarge: boolean;
  readonly onRetry: () => void;
  /** Null if the person may not control playback. */
  readonly onSeek: ((toMs: number) => void) | null;
  /** Null if the person may not edit the track. */
  readonly onAdd: (() => void) | null;
};

/** The current track and its lyrics, in each state of loading them. */
export function LyricsBody(props: LyricsBodyProps) {
  const { t } = useTranslation("lyrics");
  const track = props.position.entry?.track;
  if (!track) return <EmptyState icon={<MicVocal />} title={t("nothingPlays")} level={3} />;
  return (
    <>
      <TrackName track={track} isCentered={props.isLarge} />
      <LoadedLyrics {...props} />
    </>
  );
}

function LoadedLyrics({ state, position, following, isLarge, onRetry, onSeek, onAdd }: LyricsBodyProps) {
  const { t } = useTranslation(["lyrics", "shell"]);
  const errorText = useErrorText();
  switch (state.status) {
    case "loading":
      return <Spinner size={20} label={t("loading")} />;
    case "failed":
      return <RetryNote text={errorText(state.error)} label={t("shell:tryAgain")} onRetry={onRetry} />;
    case "loaded":
      if (!hasWords(state.lyrics)) return <NoLyrics onAdd={onAdd} />;
      if (state.lyrics.kind === "plain") return <PlainLyrics lyrics={state.lyrics} isLarge={isLarge} />;
      return (
        <SyncedLyrics
          // a new list for another track begins at its own line
          key={position.entry?.id}
          lines={state.lyrics.lines}
          position={position}
          following={following}
          isLarge={isLarge}
          onSeek={onSeek}
        />
      );
  }
}

function NoLyrics({ onAdd }: Pick<LyricsBodyProps, "onAdd">) {
  const { t } = useTranslation("lyrics");
  return (
    <EmptyState icon={<MicVocal />} title={t("none")} text={onAdd && t("noneText")} level={3}>
      {onAdd && <Button onPress={onAdd}>{t("add")}</Button>}
    </EmptyState>
  );
}

type PlainLyricsProps = Pick<LyricsBodyProps, "isLarge"> & { readonly lyrics: Extract<Lyrics, { readonly kind: "plain" }> };

function PlainLyrics({ lyrics, isLarge }: PlainLyricsProps) {
  const { t } = useTranslation("lyrics");
  return (
    <section
      aria-label={t("title")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className={joinClasses(
        "rounded-md pb-8 text-lead leading-relaxed whitespace-pre-wrap outline-offset-4 wrap-anywhere",
        isLarge && "mx-auto max-w-160 text-h2",
      )}
    >
      {lyrics.lines.join("\n")}
    </section>
  );
}
