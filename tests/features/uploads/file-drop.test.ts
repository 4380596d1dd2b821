import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listenForFileDrops } from "#app/features/uploads/use-file-drop.ts";

let overs: boolean[];
let drops: unknown[];
let stop: () => void;

beforeEach(() => {
  [overs, drops] = [[], []];
  vi.stubGlobal("window", new EventTarget());
  stop = listenForFileDrops({ onDraggedOver: (isOver) => overs.push(isOver), onDrop: (transfer) => drops.push(transfer) });
});
afterEach(() => vi.unstubAllGlobals());

const FILES = { types: ["text/plain", "Files"] };

/** Returns whether the page keeps the event from the browser, which would open the file. */
function drag(type: string, dataTransfer: object | null = FILES): boolean {
  const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

it("files are over the page until they have left all its elements", () => {
  for (const type of ["dragenter", "dragenter", "dragleave", "dragleave"]) drag(type);
  expect(overs).toEqual([true, true, true, false]);
});

it("dropped files are received, and are no longer over the page", () => {
  for (const type of ["dragenter", "dragenter"]) drag(type);
  expect([drag("dragover"), drag("drop")]).toEqual([true, true]);
  expect([drops, overs.at(-1)]).toEqual([[FILES], false]);
  drag("dragenter");
  drag("dragleave");
  expect(overs.slice(-2)).toEqual([true, false]);
});

it("a text or a link that is dragged is left to the browser", () => {
  for (const type of ["dragenter", "dragover", "drop"]) {
    expect([drag(type, { types: ["text/plain"] }), drag(type, null)]).toEqual([false, false]);
  }
  expect([overs, drops]).toEqual([[], []]);
});

it("a page that was left receives nothing", () => {
  stop();
  expect([drag("dragenter"), drag("drop"), overs, drops]).toEqual([false, false, [], []]);
});
