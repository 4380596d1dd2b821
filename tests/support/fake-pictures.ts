import { vi } from "vitest";

type FakePictures = {
  readonly width: number;
  readonly height: number;
  /** The content of the canvas: four bytes per pixel. */
  readonly rgba?: readonly number[];
  /** The type of what the canvas encodes. Default: the requested one. */
  readonly encodesAs?: string;
  /** Whether the browser has memory for a canvas. */
  readonly hasCanvas?: boolean;
};

/** A picture that no browser can decode. */
export const BROKEN_PICTURE = new Blob(["broken"], { type: "image/broken" });

/**
 * A browser that decodes every picture but a broken one to a bitmap of this size. Returns the arguments of each `drawImage`, and
 * the number of the bitmaps that are still open.
 */
export function stubPictures({ width, height, rgba = [], encodesAs, hasCanvas = true }: FakePictures) {
  const drawn: (readonly unknown[])[] = [];
  let open = 0;
  vi.stubGlobal("createImageBitmap", async (picture: Blob) => {
    if (picture.type === BROKEN_PICTURE.type) throw new DOMException("The source image could not be decoded.");
    open += 1;
    return { width, height, close: () => void open-- };
  });
  class FakeCanvas {
    getContext() {
      const context = {
        drawImage: (_bitmap: unknown, ...area: readonly unknown[]) => void drawn.push(area),
        getImageData: () => ({ data: rgba }),
      };
      return hasCanvas ? context : null;
    }
    async convertToBlob({ type }: { readonly type: string }) {
      return new Blob(["picture"], { type: encodesAs ?? type });
    }
  }
  vi.stubGlobal("OffscreenCanvas", FakeCanvas);
  return { drawn, openBitmaps: () => open };
}
