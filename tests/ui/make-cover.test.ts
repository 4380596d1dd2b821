import { afterEach, describe, expect, it, vi } from "vitest";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { makeCover } from "#app/ui/make-cover.ts";
import { BROKEN_PICTURE, stubPictures } from "#tests/support/fake-pictures.ts";

const PICTURE = new Blob(["picture"], { type: "image/jpeg" });
const RED = [255, 0, 0, 255];

afterEach(() => vi.unstubAllGlobals());

describe("a cover", () => {
  it.each([
    ["landscape", { width: 800, height: 600 }, [100, 0, 600, 600]],
    ["portrait", { width: 300, height: 500 }, [0, 100, 300, 300]],
  ])("is the middle square of a picture in %s format, in 512 × 512 px", async (_case, size, source) => {
    const { drawn, openBitmaps } = stubPictures({ ...size, rgba: RED });
    const cover = await makeCover(PICTURE);
    expect(drawn).toEqual([[...source, 0, 0, 512, 512]]);
    expect([cover?.image.type, cover?.hue]).toEqual(["image/webp", 8]);
    expect(openBitmaps()).toBe(0);
  });

  it("of a gray picture has no hue", async () => {
    stubPictures({ width: 600, height: 600, rgba: [90, 90, 90, 255] });
    expect((await makeCover(PICTURE))?.hue).toBeNull();
  });

  it("is WebP also where the canvas encodes none", async () => {
    vi.doMock("@jsquash/webp/encode.js", () => ({ default: async () => new ArrayBuffer(3) }));
    stubPictures({ width: 600, height: 600, rgba: RED, encodesAs: "image/png" });
    const cover = await makeCover(PICTURE);
    expect([cover?.image.type, cover?.image.size]).toEqual(["image/webp", 3]);
    vi.doUnmock("@jsquash/webp/encode.js");
  });

  it("cannot be made of a file that is too large or no picture, nor without memory for a canvas", async () => {
    stubPictures({ width: 600, height: 600 });
    const tooLarge = new Blob([new Uint8Array(trackLimits.coverSourceBytes + 1)], { type: "image/png" });
    expect([await makeCover(tooLarge), await makeCover(BROKEN_PICTURE)]).toEqual([null, null]);
    stubPictures({ width: 600, height: 600, hasCanvas: false });
    expect(await makeCover(PICTURE)).toBeNull();
  });
});
