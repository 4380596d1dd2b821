import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { type Place, placeBubble } from "./place-bubble.ts";

type TooltipBubbleProps = {
  readonly id: string;
  readonly text: string;
  readonly trigger: Element;
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
  readonly onClose: () => void;
};

const ARROWS = {
  above: "top-full border-b-0 border-t-ink",
  below: "bottom-full border-t-0 border-b-ink",
} as const;

/** The open tooltip, placed next to its trigger. It closes when anything scrolls or another place is pressed. */
export function TooltipBubble({ id, text, trigger, onPointerEnter, onPointerLeave, onClose }: TooltipBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    if (!bubble.current) return;
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
    setPlace(placeBubble(trigger.getBoundingClientRect(), bubble.current.getBoundingClientRect(), viewport));
  }, [trigger]);
  useCloseFromOutside(bubble, onClose);

  return (
    <div
      ref={bubble}
      role="tooltip"
      id={id}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      style={place ? { left: place.left, top: place.top } : { visibility: "hidden" }}
      className="fixed z-(--z-tooltip) w-max max-w-60 animate-fade rounded-[8px] bg-ink px-2.5 py-1.5 text-caption font-label text-on-ink"
    >
      {text}
      <span
        aria-hidden
        style={{ left: place?.arrowLeft }}
        className={`absolute -ml-[5px] border-[5px] border-transparent forced-color-adjust-none ${ARROWS[place?.side ?? "above"]}`}
      />
    </div>
  );
}

function useCloseFromOutside(bubble: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useLatestRef(onClose);
  useEffect(() => {
    const onScroll = () => close.current();
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && close.current();
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && bubble.current?.contains(target))) close.current();
    };
    window.addEventListener("scroll", onScroll, { capture: true, passive: true });
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointerdown", onPointerDown, { capture: true });
    return () => {
      window.removeEventListener("scroll", onScroll, { capture: true });
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointerdown", onPointerDown, { capture: true });
    };
  }, [bubble, close]);
}
