import { sendRequest } from "#app/lib/send-request.ts";
import type { LoadedPictures } from "./canvas-parts.ts";
import type { PictureContent } from "./picture-content.ts";

/** Loads the covers and photos that a picture shows. Those that fail are left out. */
export async function loadPictures({ tracks, people }: PictureContent, signal: AbortSignal): Promise<LoadedPictures> {
  const photos = people.map(({ avatar }) => avatar).filter((avatar) => avatar.startsWith("/"));
  const addresses = new Set([...tracks.flatMap(({ coverUrl }) => coverUrl ?? []), ...photos]);
  const loaded = await Promise.all([...addresses].map(async (address) => [address, await load(address, signal)] as const));
  return new Map(loaded.flatMap(([address, bitmap]) => (bitmap ? [[address, bitmap]] : [])));
}

async function load(address: string, signal: AbortSignal): Promise<ImageBitmap | null> {
  try {
    const response = await sendRequest(address, { signal });
    return response.ok ? await createImageBitmap(await response.blob()) : null;
  } catch {
    // a placeholder is drawn instead
    return null;
  }
}
