export type PictureHeader = {
  readonly contentType: "image/webp" | "image/jpeg" | "image/png";
  /** In pixels, as declared in the header. */
  readonly width: number;
  readonly height: number;
};

/** Reads the header of a picture. Null unless it is WebP, JPEG or PNG. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  try {
    if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return readWebp(view, text(12, 16));
    if (text(0, 8) === "\x89PNG\r\n\x1a\n") return readPng(view);
    return view.getUint16(0) === JPEG_START ? readJpeg(view) : null;
  } catch (error) {
    // the file ends within its header
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** RFC 9649: lossy, lossless and extended files store their dimensions differently. */
function readWebp(view: DataView, chunk: string): PictureHeader | null {
  const contentType = "image/webp";
  switch (chunk) {
    case "VP8 ":
      return { contentType, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case "VP8L": {
      const packed = view.getUint32(21, true);
      return { contentType, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { contentType, width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
    default:
      return null;
  }
}

/** W3C PNG §11.2.1: the first chunk is the header. */
function readPng(view: DataView): PictureHeader {
  return { contentType: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

const JPEG_START = 0xffd8;
const JPEG_SCAN = 0xda;
/** Markers from C0 to CF begin a frame, except these three. */
const JPEG_NO_FRAMES = [0xc4, 0xc8, 0xcc];

/** ITU-T T.81 annex B: skips segments up to the one that begins a frame. */
function readJpeg(view: DataView): PictureHeader | null {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === JPEG_SCAN) return null;
    if (marker >= 0xc0 && marker <= 0xcf && !JPEG_NO_FRAMES.includes(marker)) {
      return { contentType: "image/jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    // a marker may be preceded by fill bytes
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
