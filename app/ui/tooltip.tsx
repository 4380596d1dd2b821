import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { TooltipBubble } from "./tooltip-bubble.tsx";
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
  /** A focusable element: a button, a link, or an element with a `tabIndex` and a role. */
  readonly children: ReactElement<TriggerProps>;
  readonly delayMs?: number;
};

const CLOSE_DELAY_MS = 100;

/**
 * A description that appears when the pointer rests on an element or the keyboard focuses it. As WCAG 1.4.13 demands,
 * Escape closes it and the pointer may move onto it. React Aria's tooltip is not used, because it would add 11 KB to the home
 * page.
 */
export function Tooltip({ text, children, delayMs = uiLimits.tooltipDelayMs }: TooltipProps) {
  const id = useId();
  const tooltip = useOpenTooltip();
  const { trigger } = tooltip;
  return (
    <>
      {cloneElement(children, {
        ...triggerProps(children.props, tooltip, delayMs),
        ...(trigger && { "aria-describedby": id }),
      })}
      {trigger &&
        createPortal(
          <TooltipBubble
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

function useOpenTooltip(): OpenTooltip {
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
