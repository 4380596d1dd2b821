import type { Page } from "@playwright/test";
import { type Box, type Control, collectControls } from "./collect-controls.ts";

export type BoxRules = {
  /** The width of the screen, px. */
  readonly width: number;
  /** The least width and height of a target, px. */
  readonly targetPx: number;
  /** The least width of the slider with this name, px. */
  readonly sliderPx: (name: string) => number;
};

const SELECTOR =
  "button, a[href], input:not([type=hidden], [type=file]), select, textarea, [role=slider], [role=switch], [role=tab], " +
  "[role^=menuitem], [role=option], [role=checkbox], [role=radio], [role=row]";
const TOLERANCE_PX = 1;

/** Controls that overlap, leave the screen or are too small, in words. Controls below an open dialog or panel are ignored. */
export async function findBoxProblems(page: Page, rules: BoxRules): Promise<readonly string[]> {
  const controls = await page.evaluate(collectControls, SELECTOR);
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  const overlaps = controls.flatMap((control, i) =>
    controls.slice(i + 1).flatMap((other, k) => findOverlap(control, other, [i, i + 1 + k])),
  );
  return [
    ...(scrollWidth > rules.width ? [`the page is ${scrollWidth} px wide`] : []),
    ...controls.flatMap((control) => findOwnProblems(control, rules)),
    ...overlaps,
  ];
}

function findOwnProblems({ name, isSlider, isInText, box, visible, target }: Control, rules: BoxRules): readonly string[] {
  const { width, targetPx, sliderPx } = rules;
  const isOutside = visible.left < -TOLERANCE_PX || visible.right > width + TOLERANCE_PX;
  const isTooSmall = !isInText && Math.min(widthOf(target), heightOf(target)) < targetPx - TOLERANCE_PX / 2;
  return [
    ...(isOutside ? [`“${name}” reaches from ${Math.round(visible.left)} to ${Math.round(visible.right)} px`] : []),
    ...(isSlider && widthOf(box) < sliderPx(name) ? [`the slider “${name}” is ${Math.round(widthOf(box))} px wide`] : []),
    ...(isTooSmall ? [`the target of “${name}” is ${formatSize(target)}`] : []),
  ];
}

function findOverlap(a: Control, b: Control, [indexA, indexB]: readonly [number, number]): readonly string[] {
  if (a.containers.includes(indexB) || b.containers.includes(indexA)) return [];
  // One of them can be scrolled away from below the other.
  if (a.scrollers !== b.scrollers) return [];
  const common = {
    left: Math.max(a.visible.left, b.visible.left),
    top: Math.max(a.visible.top, b.visible.top),
    right: Math.min(a.visible.right, b.visible.right),
    bottom: Math.min(a.visible.bottom, b.visible.bottom),
  };
  const isOverlap = widthOf(common) > TOLERANCE_PX && heightOf(common) > TOLERANCE_PX;
  return isOverlap ? [`“${a.name}” and “${b.name}” overlap by ${formatSize(common)}`] : [];
}

const widthOf = ({ left, right }: Box) => right - left;
const heightOf = ({ top, bottom }: Box) => bottom - top;
const formatSize = (box: Box) => `${Math.round(widthOf(box))} × ${Math.round(heightOf(box))} px`;

/** Waits until the fonts are loaded and nothing has moved for three frames. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const readBoxes = () =>
      [...document.querySelectorAll("button, a, input, [role]")]
        .map((element) => element.getBoundingClientRect())
        .map(({ x, y, width, height }) => `${x} ${y} ${width} ${height}`)
        .join();
    let previous = "";
    let stillFrames = 0;
    while (stillFrames < 3) {
      await new Promise((done) => requestAnimationFrame(done));
      const boxes = readBoxes();
      stillFrames = boxes === previous ? stillFrames + 1 : 0;
      previous = boxes;
    }
  });
}
