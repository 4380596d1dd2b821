import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { isTouchScreen } from "#app/ui/is-touch-screen.ts";
import { joinClasses } from "#app/ui/join-classes.ts";

type TapPadProps = {
  /** Receives the time of the event, not that of its handling: a busy page handles it later. */
  readonly onTap: (atMs: number) => void;
  /** True after the last tap. Further presses are ignored, because people rarely stop at once. */
  readonly isDone: boolean;
};

const PAD =
  "forced-control grid size-46 shrink-0 touch-manipulation place-content-center justify-items-center rounded-full p-6 text-center select-none";
const ACTIVE =
  "bg-accent text-on-accent outline-offset-4 motion-safe:active:scale-[0.97] " +
  "shadow-[0_0_0_6px_var(--overlay),0_0_0_8px_color-mix(in_oklch,var(--accent)_70%,transparent)]";
const DONE = "cursor-default bg-sunken text-ink-2";

/** The large button for taps. It acts when it is pressed down, not when it is released. */
export function TapPad({ onTap, isDone }: TapPadProps) {
  const { t } = useTranslation("calibration");
  const pad = useRef<HTMLButtonElement>(null);
  // the button that starts the beat disappears
  useEffect(() => {
    if (!isDone) pad.current?.focus({ preventScroll: true });
  }, [isDone]);
  const tap = (atMs: number) => !isDone && onTap(atMs);
  useTapKeys(tap);
  return (
    <button
      ref={pad}
      type="button"
      data-tap
      aria-disabled={isDone || undefined}
      onPointerDown={(event) => event.button === 0 && tap(event.nativeEvent.timeStamp)}
      // screen readers click without a pointer
      onClick={(event) => event.detail === 0 && tap(event.nativeEvent.timeStamp)}
      className={joinClasses(PAD, isDone ? DONE : ACTIVE)}
    >
      <span className="text-h1 font-bold">{t(isDone ? "tap.done" : "tap.tap")}</span>
      {!isDone && !isTouchScreen() && <span className="text-caption">{t("tap.hint")}</span>}
    </button>
  );
}

/** Space and Enter tap wherever the focus is, except on another control. */
function useTapKeys(onTap: (atMs: number) => void): void {
  const latest = useLatestRef(onTap);
  useEffect(() => {
    const isOther = ({ target }: KeyboardEvent) =>
      target instanceof Element && target.closest("input, button:not([data-tap])") !== null;
    const onKey = (event: KeyboardEvent) => {
      if ((event.key !== " " && event.key !== "Enter") || isOther(event)) return;
      // no click follows
      event.preventDefault();
      if (event.type === "keydown" && !event.repeat) latest.current(event.timeStamp);
    };
    for (const type of ["keydown", "keyup"] as const) document.addEventListener(type, onKey);
    return () => {
      for (const type of ["keydown", "keyup"] as const) document.removeEventListener(type, onKey);
    };
  }, [latest]);
}
