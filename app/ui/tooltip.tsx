import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { announce } from "./announce.ts";
import { uiLimits } from "./ui-limits.ts";

type TriggerProps = {
  onPointerEnter?: (event: PointerEvent) => void;
  onPointerLeave?: (event: PointerEvent) => void;
  onPointerDown?: (event: PointerEvent) => void;
  onFocus?: (event: FocusEvent) => void;
  onBlur?: (event: FocusEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onClick?: (event: MouseEvent) => void;
  "aria-describedby"?: string | undefined;
};

type TooltipProps = {
  /** Null shows no tooltip. */
  readonly text: string | null;
  /** A focusable element: a button, a link, or an element with a `tabIndex` and a role. */
  readonly children: ReactElement<TriggerProps>;
  readonly delayMs?: number;
  /** Opens the tooltip on a press too, and screen readers speak it: for the reason why the element does nothing. */
  readonly opensOnPress?: boolean;
};

const CLOSE_DELAY_MS = 100;

/**
 * A description that appears when the pointer rests on an element or the keyboard focuses it. As WCAG 1.4.13 demands,
 * Escape closes it and the pointer may move onto it. React Aria's tooltip is not used, because it would add 11 KB to the home
 * page.
 */
export function Tooltip({ text, children, delayMs = uiLimits.tooltipDelayMs, opensOnPress = false }: TooltipProps) {
  const id = useId();
  const tooltip = useOpenTooltip(text !== null);
  const { trigger } = tooltip;
  const Bubble = useBubble(trigger !== null);
  return (
    <>
      {cloneElement(children, {
        ...triggerProps(children.props, tooltip, delayMs),
        ...(opensOnPress && text !== null && pressToOpen(children.props, tooltip, text)),
        ...(trigger && { "aria-describedby": id }),
      })}
      {trigger &&
        text !== null &&
        Bubble &&
        createPortal(
          <Bubble
            id={id}
            text={text}
            trigger={trigger}
            onPointerEnter={tooltip.cancel}
            onPointerLeave={() => tooltip.schedule(CLOSE_DELAY_MS, tooltip.close)}
            onClose={tooltip.close}
          />,
          document.body,
        )}
    </>
  );
}

type Bubble = typeof import("./tooltip-bubble.tsx").TooltipBubble;

let loadedBubble: Bubble | null = null;

/** The bubble is loaded when the first tooltip opens. Without a connection there is none. */
function useBubble(isNeeded: boolean): Bubble | null {
  const [bubble, setBubble] = useState(() => loadedBubble);
  useEffect(() => {
    if (!isNeeded || bubble) return;
    let isCurrent = true;
    const receive = ({ TooltipBubble }: typeof import("./tooltip-bubble.tsx")) => {
      loadedBubble = TooltipBubble;
      if (isCurrent) setBubble(() => TooltipBubble);
    };
    import("./tooltip-bubble.tsx").then(receive, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, bubble]);
  return bubble;
}

type OpenTooltip = {
  /** The element that the tooltip describes. Null while the tooltip is closed. */
  readonly trigger: Element | null;
  open(trigger: Element): void;
  close(): void;
  /** Opens or closes later. Replaces what was scheduled before. */
  schedule(ms: number, run: () => void): void;
  cancel(): void;
};

/** Closes the open tooltip of the page, of which there is at most one. */
let closeOther: () => void = () => undefined;

function useOpenTooltip(hasText: boolean): OpenTooltip {
  const [trigger, setTrigger] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);

  const cancel = () => clearTimeout(timer.current);
  const close = () => {
    cancel();
    setTrigger(null);
  };
  return {
    trigger,
    close,
    cancel,
    open(element) {
      cancel();
      if (!hasText) return;
      closeOther();
      closeOther = close;
      setTrigger(element);
    },
    schedule(ms, run) {
      cancel();
      timer.current = setTimeout(run, ms);
    },
  };
}

/** A touch has left the element before its click arrives, so opening cancels the closing. */
function pressToOpen(own: TriggerProps, tooltip: OpenTooltip, text: string): TriggerProps {
  return {
    onClick(event) {
      own.onClick?.(event);
      tooltip.open(event.currentTarget);
      announce(text);
    },
  };
}

/** The trigger's own handlers, followed by those that open and close the tooltip. */
function triggerProps(own: TriggerProps, tooltip: OpenTooltip, delayMs: number): TriggerProps {
  return {
    onPointerEnter(event) {
      own.onPointerEnter?.(event);
      const { currentTarget, pointerType } = event;
      if (pointerType !== "touch") tooltip.schedule(tooltip.trigger ? 0 : delayMs, () => tooltip.open(currentTarget));
    },
    onPointerLeave(event) {
      own.onPointerLeave?.(event);
      tooltip.schedule(CLOSE_DELAY_MS, tooltip.close);
    },
    onPointerDown(event) {
      own.onPointerDown?.(event);
      tooltip.close();
    },
    onFocus(event) {
      own.onFocus?.(event);
      if (event.currentTarget.matches(":focus-visible")) tooltip.open(event.currentTarget);
    },
    onBlur(event) {
      own.onBlur?.(event);
      tooltip.close();
    },
    onKeyDown(event) {
      own.onKeyDown?.(event);
      if (event.key !== "Escape" || !tooltip.trigger) return;
      // otherwise Escape would also close the surrounding dialog
      event.stopPropagation();
      tooltip.close();
    },
  };
}
