import type { MediaGrant } from "#app/protocol/room-messages.ts";

/** The address of a track's cover, or null without a cover or without a grant to read the room's media. */
export function coverUrl(cover: string | null | undefined, media: MediaGrant | null): string | null {
  return cover && media ? `/media/cover/${cover}?${media.query}` : null;
}
