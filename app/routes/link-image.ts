import type { MetaDescriptor } from "@remix-run/cloudflare";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";

/** The cover in the preview of a link (see `describeLink`). */
export function describeLinkImage(imageUrl: string): MetaDescriptor[] {
  const side = String(trackLimits.coverSidePx);
  return [
    { property: "og:image", content: imageUrl },
    { property: "og:image:type", content: "image/webp" },
    { property: "og:image:width", content: side },
    { property: "og:image:height", content: side },
    { name: "twitter:image", content: imageUrl },
  ];
}
