import type { Page } from "@playwright/test";

export type Picture = { readonly bytes: Buffer; readonly type: string };

/** Draws a picture that is red on the left and blue on the right. */
export async function drawPicture(page: Page, width: number, height: number, type = "image/png"): Promise<Picture> {
  const url = await page.evaluate(
    ([w, h, mime]) => {
      const canvas = document.createElement("canvas");
      canvas.width = w;
      canvas.height = h;
      const context = canvas.getContext("2d");
      if (!context) throw new Error("the canvas has no context");
      context.fillStyle = "#e02020";
      context.fillRect(0, 0, w / 2, h);
      context.fillStyle = "#2020e0";
      context.fillRect(w / 2, 0, w / 2, h);
      return canvas.toDataURL(mime, 0.95);
    },
    [width, height, type] as const,
  );
  return { bytes: Buffer.from(url.split(",")[1] ?? "", "base64"), type };
}

/** Adds Exif data to a JPEG that rotates it by 90° clockwise (orientation 6). */
export function withExifRotation({ bytes, type }: Picture): Picture {
  const tiff = "4d4d002a00000008" + "0001" + "011200030000000100060000" + "00000000";
  const exif = `457869660000${tiff}`;
  const length = (exif.length / 2 + 2).toString(16).padStart(4, "0");
  const segment = Buffer.from(`ffe1${length}${exif}`, "hex");
  return { bytes: Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]), type };
}

/** The size in the frame header of a JPEG, such as `64x64`, or what is missing. */
export function readJpegSize(bytes: Buffer | undefined): string {
  if (bytes?.readUInt16BE(0) !== 0xffd8) return "not a JPEG";
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2) return `${bytes.readUInt16BE(at + 7)}x${bytes.readUInt16BE(at + 5)}`;
  }
  return "no frame header";
}
