import { type RefObject, useLayoutEffect } from "react";
import { getFocusTrail } from "./focus-trail.ts";

/** Where the focus was before an overlay opened. */
type FocusOrigin = {
  /** The opener. Null if it is unknown. */
  readonly opener: HTMLElement | null;
  /** The elements around the opener, from the inside out. */
  readonly places: readonly Place[];
  /** The elements that had the focus before, newest first. */
  readonly earlier: readonly HTMLElement[];
};

/** A container of the opener, and the number of elements in it that Tab reaches before the opener. */
type Place = { readonly container: HTMLElement; readonly index: number };

const TABBABLE = "a[href], button, input, select, textarea, [tabindex]";
/** They close when one of their items opens an overlay, and are not where the focus came from. */
const SHORT_LIVED = "[role=menu], [role=listbox]";
const WATCH_MS = 3000;

/**
 * Returns the focus when the box is removed and the focus with it: to the opener. If that is gone too, to the element that
 * has its place now, such as the next row of a list or the next button of a bar; else to an earlier element or the heading.
 */
export function useReturnFocus(box: RefObject<HTMLElement | null>): void {
  // a layout effect, because elements of the box take the focus in effects
  useLayoutEffect(() => {
    const origin = findOrigin(box.current);
    return () => afterTwoFrames(() => (isFocusLost() ? returnFocus(origin) : keepFocus(origin)));
  }, [box]);
}

function findOrigin(box: HTMLElement | null): FocusOrigin {
  const outside = getFocusTrail().filter((element) => element.isConnected && !box?.contains(element));
  const [opener = null, ...earlier] = outside.filter((element) => !element.closest(SHORT_LIVED));
  return { opener, places: opener ? findPlaces(opener) : [], earlier };
}

function findPlaces(opener: HTMLElement): readonly Place[] {
  const places: Place[] = [];
  const isBefore = (element: Node) => (opener.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  for (let container = opener.parentElement; container && container !== document.body; container = container.parentElement) {
    places.push({ container, index: listTabbable(container).filter(isBefore).length });
  }
  return places;
}

function returnFocus(origin: FocusOrigin): void {
  const { opener, places, earlier } = origin;
  const target = [opener].find(canFocus) ?? findSuccessor(places) ?? earlier.find(canFocus);
  if (!target) return focusHeading();
  target.focus({ preventScroll: true });
  keepFocus(origin);
}

/**
 * Returns the focus once more if the element that has it is removed in the next moments: the button to sign in disappears only
 * when the data of the user have arrived.
 */
function keepFocus(origin: FocusOrigin): void {
  const focused = document.activeElement;
  const observer = new MutationObserver(() => {
    if (document.activeElement === focused) return;
    observer.disconnect();
    if (isFocusLost()) returnFocus(origin);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WATCH_MS);
}

/** The element at the opener's place in the innermost container that still exists. */
function findSuccessor(places: readonly Place[]): HTMLElement | undefined {
  for (const { container, index } of places) {
    const tabbable = container.isConnected ? listTabbable(container) : [];
    const successor = tabbable[Math.min(index, tabbable.length - 1)];
    if (successor && canFocus(successor)) return successor;
  }
  return undefined;
}

function focusHeading(): void {
  const heading = [document.querySelector<HTMLElement>("h1"), document.getElementById("content")].find(canFocus);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
  heading.focus({ preventScroll: true });
}

function listTabbable(container: HTMLElement): readonly HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(TABBABLE)].filter((element) => element.tabIndex >= 0 && isUsable(element));
}

/** Elements behind an open dialog are inert. */
function canFocus(element: HTMLElement | null): element is HTMLElement {
  return element?.isConnected === true && isUsable(element) && !element.closest("[inert]");
}

/** Hidden elements have no boxes. */
function isUsable(element: HTMLElement): boolean {
  return !element.matches(":disabled") && element.getClientRects().length > 0;
}

function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** React Aria returns the focus in the next frame, if the element that had it still exists. */
function afterTwoFrames(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
