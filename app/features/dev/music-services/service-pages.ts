/** A field of the form of a music service. */
export type ServiceField = "token" | "trackUrl" | "query" | "quality" | "title" | "artist" | "length" | "isrc";

/** Pages for music services: the service that the form calls, and the fields of the form in their order. */
export const SERVICE_PAGES = {
  "yandex-music-test": { service: "Yandex Music", fields: ["token", "trackUrl"] },
  "yandex-music-test-v2": { service: "Yandex Music", fields: ["token", "query", "quality"] },
  "spotify-search-test": { service: "Spotify", fields: ["query"] },
  "spotify-find-track-test": { service: "Spotify", fields: ["title", "artist", "length", "isrc"] },
  "artist-search-comparison": { service: "Yandex Music, Spotify", fields: ["artist"] },
} as const satisfies Record<string, { readonly service: string; readonly fields: readonly ServiceField[] }>;

export type ServicePage = keyof typeof SERVICE_PAGES;

export const QUALITIES = ["lossless", "high", "low"] as const;
export type Quality = (typeof QUALITIES)[number];
