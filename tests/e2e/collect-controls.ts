/** In px of the viewport. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** A visible button, link, field or row of a page. */
export type Control = {
  readonly name: string;
  readonly isSlider: boolean;
  /** Part of a sentence, whose line determines its size (WCAG 2.5.8, the exception "Inline"). */
  readonly isInText: boolean;
  readonly box: Box;
  /** The part of the box that the scrolling boxes around it show. */
  readonly visible: Box;
  /** The box, and what a pseudo element adds to it. */
  readonly target: Box;
  /** Identifies the scrolling boxes around it. */
  readonly scrollers: string;
  /** The indexes of the controls that contain this one. */
  readonly containers: readonly number[];
};

/** Finds the controls of a page that match the selector. Runs in the page, so it refers to nothing outside of itself. */
export function collectControls(selector: string): readonly Control[] {
  const toBox = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom });
  const intersect = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const unite = (a: Box, b: Box): Box => ({
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  });
  // Texts for screen readers are boxes of 1 px.
  const hasArea = ({ left, top, right, bottom }: Box) => right - left > 2 && bottom - top > 2;
  const order = new Map([...document.querySelectorAll("*")].map((element, i) => [element, i]));

  /** The clipped box of an element, and the boxes around it that scroll. */
  const findVisiblePart = (element: Element) => {
    let visible = toBox(element.getBoundingClientRect());
    const scrollers: (number | undefined)[] = [];
    let current = element;
    while (getComputedStyle(current).position !== "fixed") {
      const parent = current.parentElement;
      if (!parent || parent === document.body) {
        const root = document.documentElement;
        if (root.scrollHeight > root.clientHeight + 1) scrollers.push(-1);
        break;
      }
      const { overflowX, overflowY } = getComputedStyle(parent);
      const clips = overflowX !== "visible" || overflowY !== "visible";
      if (clips) visible = intersect(visible, toBox(parent.getBoundingClientRect()));
      const scrolls = /auto|scroll/.test(overflowX + overflowY);
      const isLarger = parent.scrollHeight > parent.clientHeight + 1 || parent.scrollWidth > parent.clientWidth + 1;
      if (scrolls && isLarger) scrollers.push(order.get(parent));
      current = parent;
    }
    return { visible, scrollers: scrollers.join() };
  };

  /** Extends the box of an element by its pseudo element, which may also fill a box around the element. */
  const findTarget = (element: Element): Box => {
    const box = toBox(element.getBoundingClientRect());
    const pseudo = getComputedStyle(element, "::after");
    if (pseudo.content === "none" || pseudo.position !== "absolute") return box;
    const isPositioned = getComputedStyle(element).position !== "static";
    const origin = isPositioned ? element : element instanceof HTMLElement ? element.offsetParent : null;
    if (!origin) return box;
    const { left, top, right, bottom } = origin.getBoundingClientRect();
    const px = (inset: string) => Number.parseFloat(inset) || 0;
    return unite(box, {
      left: left + px(pseudo.left),
      top: top + px(pseudo.top),
      right: right - px(pseudo.right),
      bottom: bottom - px(pseudo.bottom),
    });
  };

  const isInText = (element: Element) => {
    const paragraph = element.closest("p, li");
    if (!paragraph || element.parentElement !== paragraph) return false;
    const isLonger = (paragraph.textContent ?? "").trim().length > (element.textContent ?? "").trim().length;
    return isLonger && getComputedStyle(element).display.startsWith("inline");
  };

  const overlays = [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox], aside")]
    .filter((element) => !element.matches("aside") || getComputedStyle(element).position === "fixed")
    .map((element) => ({ element, box: toBox(element.getBoundingClientRect()) }));
  const isUnderOverlay = (element: Element) =>
    overlays.some(({ element: overlay, box }) => {
      return !overlay.contains(element) && hasArea(intersect(box, toBox(element.getBoundingClientRect())));
    });

  const describe = (control: Element) => {
    // The label is the target of a checkbox or a radio button.
    const isChoice = control.matches("input[type=checkbox], input[type=radio]");
    const element = (isChoice && control.closest("label")) || control;
    const name = (control.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
    return { control, element, name: name || control.tagName.toLowerCase(), ...findVisiblePart(element) };
  };
  const found = [...document.querySelectorAll(selector)]
    .filter((element) => !element.closest("[inert], [aria-hidden=true]"))
    .map(describe)
    .filter(({ element }) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
    .filter(({ element, visible }) => hasArea(visible) && !isUnderOverlay(element));
  return found.map(({ control, element, name, visible, scrollers }) => ({
    name,
    isSlider: control.matches("[role=slider], input[type=range]"),
    isInText: isInText(element),
    box: toBox(element.getBoundingClientRect()),
    visible,
    target: findTarget(element),
    scrollers,
    containers: found.flatMap((other, i) => (other.element !== element && other.element.contains(element) ? [i] : [])),
  }));
}
