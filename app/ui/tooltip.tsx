import { type DOMAttributes, type ReactElement, useContext, useLayoutEffect, useRef, useState } from "react";
import {
  Focusable,
  TooltipContext,
  TooltipTrigger,
  TooltipTriggerStateContext,
  useSlottedContext,
} from "react-aria-components";
import { createPortal } from "react-dom";
import { limits } from "#app/domain/limits.ts";
import { type Place, placeBubble } from "./place-bubble.ts";

type TooltipProps = {
  readonly text: string;
  /** Something that can take the focus: a button, a link, or an element with a `tabIndex` and a role. */
  readonly children: ReactElement;
  readonly delayMs?: number;
};

const CLOSE_DELAY_MS = 100;

export function Tooltip({ text, children, delayMs = limits.tooltipDelayMs }: TooltipProps) {
  return (
    <TooltipTrigger delay={delayMs} closeDelay={CLOSE_DELAY_MS}>
      {isElementOfPage(children) ? <Focusable>{children}</Focusable> : children}
      <Bubble text={text} />
    </TooltipTrigger>
  );
}

type ElementOfPage = ReactElement<DOMAttributes<Element>, string>;

/** Our own components take part by themselves. */
function isElementOfPage(element: ReactElement): element is ElementOfPage {
  return typeof element.type === "string";
}

function Bubble({ text }: { readonly text: string }) {
  const state = useContext(TooltipTriggerStateContext);
  return state?.isOpen ? createPortal(<OpenBubble text={text} />, document.body) : null;
}

/**
 * React Aria opens and closes it. It is placed here: React Aria's own placing weighs 5 KB on every page, and a line
 * of text above a button needs none of that.
 */
function OpenBubble({ text }: { readonly text: string }) {
  const state = useContext(TooltipTriggerStateContext);
  const context = useSlottedContext(TooltipContext);
  const bubble = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const trigger = context?.triggerRef;
  // what the trigger says that it is described by; the types keep it to themselves
  const id = context && "id" in context && typeof context.id === "string" ? context.id : undefined;

  useLayoutEffect(() => {
    if (!bubble.current || !trigger?.current) return;
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
    setPlace(placeBubble(trigger.current.getBoundingClientRect(), bubble.current.getBoundingClientRect(), viewport));
  }, [trigger]);

  useLayoutEffect(() => {
    const close = () => state?.close(true);
    window.addEventListener("scroll", close, { capture: true, passive: true });
    return () => window.removeEventListener("scroll", close, { capture: true });
  }, [state]);

  return (
    <div
      ref={bubble}
      role="tooltip"
      id={id}
      // a pointer may rest on it too
      onPointerEnter={() => state?.open(true)}
      onPointerLeave={() => state?.close()}
      style={place ? { left: place.left, top: place.top } : { visibility: "hidden" }}
      className="fixed z-(--z-tooltip) w-max max-w-60 animate-fade rounded-[8px] bg-ink px-2.5 py-1.5 text-caption font-label text-on-ink"
    >
      {text}
      <span
        aria-hidden
        style={{ left: place?.arrowLeft }}
        className={
          place?.side === "below"
            ? "absolute bottom-full -ml-[5px] border-[5px] border-t-0 border-transparent border-b-ink"
            : "absolute top-full -ml-[5px] border-[5px] border-b-0 border-transparent border-t-ink"
        }
      />
    </div>
  );
}
