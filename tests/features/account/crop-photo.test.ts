import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { cropPhoto } from "#app/features/account/crop-photo.ts";
import { type Photo, readPhoto } from "#app/features/account/read-photo.ts";
import { BROKEN_PICTURE, stubPictures } from "#tests/support/fake-pictures.ts";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const file = (bytes: readonly number[], type = "image/png") => new Blob([new Uint8Array(bytes)], { type });

afterEach(() => vi.unstubAllGlobals());

describe("a chosen photo", () => {
  it.each([
    ["PNG", PNG],
    ["JPEG", JPEG],
  ])("is read if its content is %s, whatever its name says", async (_format, bytes) => {
    stubPictures({ width: 300, height: 200 });
    expect(await readPhoto(file(bytes, "text/plain"))).toMatchObject({ ok: true, value: { width: 300, height: 200 } });
  });

  it.each([
    ["its content is another one", file([0x47, 0x49, 0x46, 0x38]), "photo-not-image"],
    ["it is empty", file([]), "photo-not-image"],
    ["it is too large", file(Array(accountLimits.photoBytes + 1).fill(0)), "photo-too-large"],
    ["this browser cannot decode it", file(PNG, BROKEN_PICTURE.type), "photo-failed"],
  ])("is refused if %s", async (_case, photo, error) => {
    stubPictures({ width: 300, height: 200 });
    expect(await readPhoto(photo)).toEqual({ ok: false, error });
  });

  it("is refused if it is smaller than what can be cut out, and takes no memory then", async () => {
    const { photoCropMinPx } = accountLimits;
    const { openBitmaps } = stubPictures({ width: 300, height: photoCropMinPx - 1 });
    expect(await readPhoto(file(PNG))).toEqual({ ok: false, error: "photo-too-small" });
    expect(openBitmaps()).toBe(0);
    stubPictures({ width: photoCropMinPx, height: photoCropMinPx });
    expect(await readPhoto(file(PNG))).toMatchObject({ ok: true });
  });
});

describe("a photo that is cut out", () => {
  const AREA = { x: 10, y: 20, side: 150 };
  // only passed to the canvas
  const photo = { width: 300, height: 200 } as Photo;
  /** The size of each canvas, and the calls of its context. */
  let drawn: (readonly unknown[])[];

  beforeEach(() => {
    drawn = [];
  });

  function stubCanvas(toDataUrl: (side: number) => string, hasContext = true): void {
    const createElement = () => {
      const canvas = { width: 0, height: 0, getContext: () => (hasContext ? context : null), toDataURL };
      const context = {
        fillRect: (...args: readonly number[]) => void drawn.push(["fill", ...args]),
        drawImage: (_bitmap: unknown, ...args: readonly number[]) => void drawn.push(["draw", ...args]),
      };
      function toDataURL(type: string, quality: number): string {
        drawn.push([type, quality]);
        return toDataUrl(canvas.width);
      }
      return canvas;
    };
    vi.stubGlobal("document", { createElement });
  }

  it("has two sizes, on white, as JPEG (SPEC §5)", () => {
    stubCanvas((side) => `data:image/jpeg;base64,${side}`);
    expect(cropPhoto(photo, AREA)).toEqual({
      ok: true,
      value: { avatar: "data:image/jpeg;base64,64", avatarDense: "data:image/jpeg;base64,256" },
    });
    expect(drawn).toEqual([
      ["fill", 0, 0, 256, 256],
      ["draw", 10, 20, 150, 150, 0, 0, 256, 256],
      ["fill", 0, 0, 64, 64],
      ["draw", 10, 20, 150, 150, 0, 0, 64, 64],
      ["image/jpeg", 0.8],
      ["image/jpeg", 0.8],
    ]);
  });

  it.each([64, 256])("fails if the browser encodes something else in place of %d px", (failedSide) => {
    stubCanvas((side) => (side === failedSide ? "data:," : `data:image/jpeg;base64,${side}`));
    expect(cropPhoto(photo, AREA)).toEqual({ ok: false, error: "crop-failed" });
  });

  it("fails without memory for a canvas, or without permission to read it", () => {
    stubCanvas((side) => `data:image/jpeg;base64,black${side}`, false);
    expect(cropPhoto(photo, AREA)).toEqual({ ok: false, error: "crop-failed" });
    stubCanvas(() => {
      throw new DOMException("The operation is insecure.");
    });
    expect(cropPhoto(photo, AREA)).toEqual({ ok: false, error: "crop-failed" });
  });
});
