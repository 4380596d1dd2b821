import { findItunesList } from "../itunes-list.ts";
import { joinBytes } from "../join-bytes.ts";
import { findMp4Boxes } from "../mp4-boxes.ts";
import type { ReadBytes } from "../read-bytes.ts";
import { excerptLimits } from "./excerpt-limits.ts";
import { KeptItems } from "./kept-items.ts";

const TEXT_BOXES = ["\xa9nam", "\xa9ART", "\xa9alb", "\xa9gen", "\xa9day", "gnre", "\xa9lyr"];
const PICTURE_BOX = "covr";
/** The handler box before the tags. */
const META_HEAD_BYTES_MAX = 1024;

/** Reads the iTunes tags of an MP4 file, as a file without tracks. Empty if it has none. */
export async function excerptMp4(read: ReadBytes, sizeBytes: number): Promise<Uint8Array> {
  const tags = await findItunesList(read, sizeBytes);
  if (!tags) return new Uint8Array(0);
  const limits = {
    isWanted: (name: string) => name === PICTURE_BOX || TEXT_BOXES.includes(name),
    foundMax: excerptLimits.keptMax,
    boxesMax: excerptLimits.itemsMax,
  };
  const kept = new KeptItems();
  const items: Uint8Array[] = [];
  for (const { name, headerByte, end } of await findMp4Boxes(read, tags.list, limits)) {
    const isKept = kept.keep({ bytes: end - headerByte, isPicture: name === PICTURE_BOX });
    if (isKept) items.push((await read(headerByte, end)).slice());
  }
  const metaHead = await read(tags.meta.start, Math.min(tags.list.headerByte, tags.meta.start + META_HEAD_BYTES_MAX));
  const meta = createBox("meta", metaHead.slice(), createBox("ilst", ...items));
  return createBox("moov", createBox("udta", meta));
}

function createBox(name: string, ...contents: readonly Uint8Array[]): Uint8Array {
  const body = joinBytes(contents);
  const header = new DataView(new ArrayBuffer(8));
  header.setUint32(0, header.byteLength + body.length);
  for (let i = 0; i < name.length; i++) header.setUint8(4 + i, name.charCodeAt(i));
  return joinBytes([new Uint8Array(header.buffer), body]);
}
