import { Pause, Play, Rewind, Undo2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import type { Playing } from "./times-panel.tsx";
import type { DraftControls } from "./use-lyrics-draft.ts";
import type { RoomPosition } from "./use-room-position.ts";

type TapBarProps = { readonly controls: DraftControls; readonly position: RoomPosition; readonly playing: Playing | null };

/** The button that sets the time of the next line, and the controls of the playback. Stays visible above the lines. */
export function TapBar({ controls, position, playing }: TapBarProps) {
  const { t } = useTranslation("lyrics");
  const { draft } = controls;
  const { backMs } = lyricsLimits;
  const { isPlaying, positionMs } = position;
  return (
    <div className="sticky top-0 z-1 -mx-2 grid gap-2 bg-overlay px-2 py-3">
      <div className="flex items-center gap-1">
        {playing && (
          <>
            <IconButton
              label={t(isPlaying ? "editor.pause" : "editor.play")}
              icon={isPlaying ? <Pause /> : <Play />}
              onPress={playing.toggle}
              tooltip
            />
            <IconButton
              label={t("editor.back", { seconds: backMs / SECOND_MS })}
              icon={<Rewind />}
              onPress={() => playing.seek(positionMs() - backMs)}
              tooltip
            />
          </>
        )}
        <TapButton onTap={() => controls.tap(positionMs())} isDone={draft.cursor >= draft.lines.length} />
        <IconButton
          label={t("editor.undoTap")}
          icon={<Undo2 />}
          disabledReason={draft.taps.length > 0 ? null : t("editor.nothingTapped")}
          onPress={controls.undoTap}
          tooltip
        />
      </div>
      <p className="text-small text-ink-3">{t("editor.tapHint")}</p>
    </div>
  );
}

/** Acts when it is pressed down, not when it is released: the difference would be audible. */
function TapButton({ onTap, isDone }: { readonly onTap: () => void; readonly isDone: boolean }) {
  const { t } = useTranslation("lyrics");
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useSpaceKey(onTap);
  const tapWithEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) onTap();
  };
  return (
    <button
      ref={button}
      type="button"
      data-tap
      onPointerDown={(event) => event.button === 0 && onTap()}
      // screen readers click without a pointer
      onClick={(event) => event.detail === 0 && onTap()}
      onKeyDown={tapWithEnter}
      className={joinClasses(buttonClass("primary", "lg"), "min-w-0 flex-1 touch-manipulation select-none")}
    >
      {t(isDone ? "editor.allTapped" : "editor.tap")}
    </button>
  );
}

/** Space taps wherever the focus is, except on a control that uses the key itself. */
function useSpaceKey(onTap: () => void): void {
  const latest = useLatestRef(onTap);
  useEffect(() => {
    const isOther = ({ target }: globalThis.KeyboardEvent) =>
      target instanceof Element && target.closest("input, textarea, select, button:not([data-tap])") !== null;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.code !== "Space" || isOther(event)) return;
      event.preventDefault();
      if (event.type === "keydown" && !event.repeat) latest.current();
    };
    for (const type of ["keydown", "keyup"] as const) document.addEventListener(type, onKey);
    return () => {
      for (const type of ["keydown", "keyup"] as const) document.removeEventListener(type, onKey);
    };
  }, [latest]);
}
