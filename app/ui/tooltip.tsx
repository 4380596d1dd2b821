import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { type Place, placeBubble } from "./place-bubble.ts";
import { uiLimits } from "./ui-limits.ts";

type TriggerProps = {
  onPointerEnter?: (event: PointerEvent) => void;
  onPointerLeave?: (event: PointerEvent) => void;
  onPointerDown?: (event: PointerEvent) => void;
  onFocus?: (event: FocusEvent) => void;
  onBlur?: (event: FocusEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  "aria-describedby"?: string | undefined;
};

type TooltipProps = {
  readonly text: string;
  /** Something that can take the focus: a button, a link, or an element with a `tabIndex` and a role. */
  readonly children: ReactElement<TriggerProps>;
  readonly delayMs?: number;
};

const CLOSE_DELAY_MS = 100;

/** Closes the one that is open: there is never more than one. */
let closeOpen: () => void = () => undefined;

/**
 * Says more of what a pointer rests on, or the keyboard has come to; WCAG 1.4.13: Esc takes it away, and a pointer may
 * rest on it too. By hand: React Aria's, with its ways to press and to focus, is 11 KB, and each card of a room has several.
 */
export function Tooltip({ text, children, delayMs = uiLimits.tooltipDelayMs }: TooltipProps) {
  const id = useId();
  const [trigger, setTrigger] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const own = children.props;

  const after = (ms: number, run: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setTrigger(null);
  };
  const open = (element: Element) => {
    closeOpen();
    closeOpen = close;
    setTrigger(element);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const props: TriggerProps = {
    onPointerEnter(event) {
      own.onPointerEnter?.(event);
      const { currentTarget, pointerType } = event;
      if (pointerType !== "touch") after(trigger ? 0 : delayMs, () => open(currentTarget));
    },
    onPointerLeave(event) {
      own.onPointerLeave?.(event);
      after(CLOSE_DELAY_MS, close);
    },
    onPointerDown(event) {
      own.onPointerDown?.(event);
      close();
    },
    onFocus(event) {
      own.onFocus?.(event);
      if (event.currentTarget.matches(":focus-visible")) open(event.currentTarget);
    },
    onBlur(event) {
      own.onBlur?.(event);
      close();
    },
    onKeyDown(event) {
      own.onKeyDown?.(event);
      if (event.key !== "Escape" || !trigger) return;
      // not also what it stands in
      event.stopPropagation();
      close();
    },
    ...(trigger && { "aria-describedby": id }),
  };
  return (
    <>
      {cloneElement(children, props)}
      {trigger &&
        createPortal(
          <Bubble
            id={id}
            text={text}
            trigger={trigger}
            onRest={() => clearTimeout(timer.current)}
            onLeave={() => after(CLOSE_DELAY_MS, close)}
            onClose={close}
          />,
          document.body,
        )}
    </>
  );
}

type BubbleProps = {
  readonly id: string;
  readonly text: string;
  readonly trigger: Element;
  readonly onRest: () => void;
  readonly onLeave: () => void;
  readonly onClose: () => void;
};

function Bubble({ id, text, trigger, onRest, onLeave, onClose }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    if (!bubble.current) return;
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
    setPlace(placeBubble(trigger.getBoundingClientRect(), bubble.current.getBoundingClientRect(), viewport));
  }, [trigger]);

  useEffect(() => {
    const onScroll = () => close.current();
    const onKeyDown = ({ key }: globalThis.KeyboardEvent) => key === "Escape" && close.current();
    window.addEventListener("scroll", onScroll, { capture: true, passive: true });
    document.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("scroll", onScroll, { capture: true });
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);

  return (
    <div
      ref={bubble}
      role="tooltip"
      id={id}
      onPointerEnter={onRest}
      onPointerLeave={onLeave}
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
