import type { MetaDescriptor } from "@remix-run/cloudflare";

type LinkPreview = {
  /** An Open Graph type (https://ogp.me/#types). */
  readonly type: "website" | "music.radio_station";
  readonly title: string;
  readonly description: string;
  readonly url: string;
};

/** The description of a page for search engines, and its preview where a link to it is shared: Open Graph and Twitter cards. */
export function describeLink({ type, title, description, url }: LinkPreview): MetaDescriptor[] {
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
  ];
}
