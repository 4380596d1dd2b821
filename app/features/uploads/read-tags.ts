import { dominantHue } from "#app/domain/dominant-hue.ts";
import { limits } from "#app/domain/limits.ts";
import { cleanTag, isPlausibleYear, type TrackTags, titleFromFileName } from "#app/domain/track.ts";

/** What a file says of itself, read here before a byte is sent. */
export type FileTags = { readonly tags: TrackTags; readonly cover: Cover | null };
/** A square picture, ready to be stored. */
export type Cover = { readonly image: Blob; readonly hue: number | null };

/** Never fails: a file whose tags cannot be read has its name for a title. */
export async function readTags(file: File): Promise<FileTags> {
  const nameless: TrackTags = { title: titleFromFileName(file.name), artist: "", album: "", genre: "", year: null };
  try {
    const { parseBlob, selectCover } = await import("music-metadata");
    const { common } = await parseBlob(file);
    const year = common.year ?? 0;
    const tags: TrackTags = {
      title: cleanTag(common.title ?? "") || nameless.title,
      artist: cleanTag(common.artist ?? ""),
      album: cleanTag(common.album ?? ""),
      genre: cleanTag(common.genre?.[0] ?? ""),
      year: isPlausibleYear(year) ? year : null,
    };
    const picture = selectCover(common.picture);
    return {
      tags,
      cover: picture ? await makeCover(new Blob([new Uint8Array(picture.data)], { type: picture.format })) : null,
    };
  } catch {
    // broken tags are no reason to refuse the music; the server looks at the bytes
    return { tags: nameless, cover: null };
  }
}

/** Cuts a picture to a square and makes it small; null for what the browser cannot read. */
async function makeCover(picture: Blob): Promise<Cover | null> {
  if (picture.size > limits.coverSourceBytes) return null;
  try {
    const bitmap = await createImageBitmap(picture);
    const side = Math.min(bitmap.width, bitmap.height);
    const size = Math.min(limits.coverSidePx, side);
    const canvas = new OffscreenCanvas(size, size);
    const context = canvas.getContext("2d");
    if (!context) return null;
    context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, size, size);
    bitmap.close();
    const hue = dominantHue(context.getImageData(0, 0, size, size).data);
    // a browser that cannot write WebP gives PNG instead, which is larger than need be
    const webp = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
    const image = webp.type === "image/webp" ? webp : await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
    return { image, hue };
  } catch {
    // an unreadable picture is a track without a cover
    return null;
  }
}
