import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRoomArtwork } from "#app/domain/room/room-artwork.ts";
import { drawPicture, loadPictureFonts } from "#app/features/playlist/session/draw-picture.ts";
import type { PictureContent } from "#app/features/playlist/session/picture-content.ts";
import { PICTURE } from "#app/features/playlist/session/picture-layout.ts";
import { userId } from "#tests/support/builders.ts";

type Text = { readonly text: string; readonly x: number; readonly y: number; readonly color: unknown; readonly align: unknown };

const CONTENT: PictureContent = {
  ...{ artwork: createRoomArtwork("room"), title: "Kitchen", date: "30 November", facts: "7 tracks" },
  tracks: [{ title: "Blue", artist: "Oda", coverUrl: "/cover", count: "2 plays" }],
  people: [{ id: userId("mira"), name: "Mira", avatar: "#204060" }],
  names: "Mira",
};
/** A picture of 200 × 100 px. */
const COVER = { width: 200, height: 100 } as ImageBitmap;

let texts: Text[];
let images: (readonly unknown[])[];

beforeEach(() => {
  [texts, images] = [[], []];
  vi.stubGlobal("Path2D", class {});
});
afterEach(() => vi.unstubAllGlobals());

/** A canvas on which each character is 20 px wide. It records texts and pictures, and accepts all else. */
function createContext(): CanvasRenderingContext2D {
  const state: Record<string, unknown> = {};
  const methods: Record<string, unknown> = {
    measureText: (text: string) => ({ width: 20 * text.length }),
    fillText: (text: string, x: number, y: number) =>
      void texts.push({ text, x, y, color: state["fillStyle"], align: state["textAlign"] }),
    drawImage: (...args: readonly unknown[]) => void images.push(args),
  };
  const context = new Proxy(state, {
    get: (target, name) => methods[String(name)] ?? target[String(name)] ?? (() => undefined),
  });
  // it has what the functions under test use
  return context as unknown as CanvasRenderingContext2D;
}

function draw(content: Partial<PictureContent> = {}, pictures: ReadonlyMap<string, ImageBitmap> = new Map()): void {
  drawPicture(createContext(), { ...CONTENT, ...content }, pictures);
}
const find = (text: string) => texts.find((one) => one.text === text);
const track = (changes: Partial<PictureContent["tracks"][number]>) => ({
  tracks: [{ title: "Blue", artist: "Oda", coverUrl: "/cover", count: "", ...changes }],
});

describe("the picture of a session", () => {
  it("has the date, the title, the facts, the tracks and the people", () => {
    draw();
    const shown = ["30 November", "Kitchen", "7 tracks", "Blue", "Oda", "2 plays", "Mira"];
    expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(shown));
    for (const { x, y } of texts) expect(x >= 0 && x <= PICTURE.width && y >= 0 && y <= PICTURE.height).toBe(true);
  });

  it("breaks a long title into two lines, and cuts what does not fit", () => {
    const words = Array.from({ length: 40 }, (_, i) => `word${i}`).join(" ");
    draw({ title: words, facts: words, ...track({ title: words }), names: words });
    // the second line of the title, the facts, the track and the names
    expect(texts.filter(({ text }) => text.endsWith("…"))).toHaveLength(4);
  });

  it("keeps a title from the count behind it", () => {
    const title = "B".repeat(100);
    const widthOf = (count: string) => {
      texts = [];
      draw(track({ title, count }));
      return texts.find(({ text }) => text.startsWith("BBB"))?.text.length ?? 0;
    };
    expect(widthOf("12 plays")).toBeLessThan(widthOf(""));
  });

  it("has the title of a track without an artist in the middle of its row", () => {
    draw(track({}));
    const withArtist = find("Blue")?.y ?? 0;
    texts = [];
    draw(track({ artist: "" }));
    expect(find("Blue")?.y).toBe(withArtist + 20);
  });

  it("has the middle of a cover, or a note where there is none or it did not load", () => {
    draw({}, new Map([["/cover", COVER]]));
    expect(images.map((args) => args.slice(0, 5))).toEqual([[COVER, 50, 0, 100, 100]]);
    expect(find("♪")).toBeUndefined();
    draw();
    expect(find("♪")).toBeDefined();
    texts = [];
    draw(track({ coverUrl: null }), new Map([["/cover", COVER]]));
    expect(find("♪")).toBeDefined();
  });

  it("has the photo of a person, or the first letter in a color that can be read", () => {
    const person = (avatar: string) => ({ people: [{ id: userId("mira"), name: "Mira", avatar }] });
    draw({ ...person("/photo"), tracks: [] }, new Map([["/photo", COVER]]));
    expect([images.length, find("M")]).toEqual([1, undefined]);
    const colorOn = (avatar: string) => {
      texts = [];
      draw(person(avatar));
      return find("M")?.color;
    };
    expect(colorOn("#000000")).not.toBe(colorOn("#ffffff"));
    expect(colorOn("/photo")).toBeDefined();
  });

  it("has no people if there are none", () => {
    draw({ people: [], names: "nothing to show" });
    expect(find("nothing to show")).toBeUndefined();
  });

  it("is drawn with the system's font if its own does not load", async () => {
    const loaded: string[] = [];
    const load = async (_font: string, text: string) => {
      loaded.push(text);
      throw new Error("lost");
    };
    vi.stubGlobal("document", { fonts: { load } });
    await loadPictureFonts(CONTENT);
    for (const text of ["Kitchen", "7 tracks", "Blue", "Oda", "2 plays", "Mira"]) expect(loaded[0]).toContain(text);
  });
});
