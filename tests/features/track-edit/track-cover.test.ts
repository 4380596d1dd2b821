import { afterEach, expect, it, vi } from "vitest";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { createCover } from "#app/features/track-edit/track-cover.ts";
import { BROKEN_PICTURE, stubPictures } from "#tests/support/fake-pictures.ts";

afterEach(() => vi.unstubAllGlobals());

it("a chosen picture becomes a cover, or is refused with the reason", async () => {
  stubPictures({ width: 600, height: 600, rgba: [255, 0, 0, 255] });
  expect(await createCover(new Blob(["picture"]))).toMatchObject({ ok: true, value: { hue: 8 } });
  const tooLarge = new Blob([new Uint8Array(trackLimits.coverSourceBytes + 1)]);
  expect(await createCover(tooLarge)).toEqual({ ok: false, error: "cover-too-large" });
  expect(await createCover(BROKEN_PICTURE)).toEqual({ ok: false, error: "cover-not-image" });
});
