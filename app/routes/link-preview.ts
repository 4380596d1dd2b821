import type { MetaDescriptor } from "@remix-run/cloudflare";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";

type LinkPreview = {
  /** An Open Graph type (https://ogp.me/#types). */
  readonly type: "website" | "music.radio_station";
  readonly title: string;
  readonly description: string;
  readonly url: string;
  /** A cover. Null without one. */
  readonly imageUrl: string | null;
};

/** The description of a page for search engines, and its preview where a link to it is shared: Open Graph and Twitter cards. */
export function describeLink({ type, title, description, url, imageUrl }: LinkPreview): MetaDescriptor[] {
  const side = String(trackLimits.coverSidePx);
  const image = [
    { property: "og:image", content: imageUrl ?? "" },
    { property: "og:image:type", content: "image/webp" },
    { property: "og:image:width", content: side },
    { property: "og:image:height", content: side },
    { name: "twitter:image", content: imageUrl ?? "" },
  ];
  return [
    { name: "description", content: description },
    { property: "og:type", content: type },
    { property: "og:site_name", content: "Tutti" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { name: "twitter:card", content: "summary" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    ...(imageUrl ? image : []),
  ];
}
