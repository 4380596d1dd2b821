import { findMp4Boxes, META_VERSION_BYTES, type Mp4Box } from "./mp4-boxes.ts";
import type { ReadBytes } from "./read-bytes.ts";

/** The box with the iTunes tags of an MP4 file, and the `meta` box around it. */
export type ItunesList = { readonly meta: Mp4Box; readonly list: Mp4Box };

const BOXES_MAX = 100;

/** Reads only the boxes on the path to the tags. Null if the file has none. */
export async function findItunesList(read: ReadBytes, sizeBytes: number): Promise<ItunesList | null> {
  const find = async (name: string, parent: { readonly start: number; readonly end: number } | undefined) => {
    const limits = { isWanted: (other: string) => other === name, foundMax: 1, boxesMax: BOXES_MAX };
    return parent && (await findMp4Boxes(read, parent, limits))[0];
  };
  const movie = await find("moov", { start: 0, end: sizeBytes });
  const meta = await find("meta", await find("udta", movie));
  const list = await find("ilst", meta && { start: meta.start + META_VERSION_BYTES, end: meta.end });
  return meta && list ? { meta, list } : null;
}
