import type { Service } from "#app/domain/imports/service.ts";

/** A field of the form of a music service. */
export type ServiceField = "trackUrl" | "query" | "title" | "artist" | "length" | "isrc";

/** Pages for music services: the services that the form calls, and the fields of the form in their order. */
export const SERVICE_PAGES = {
  "yandex-music-test": { services: ["yandex"], fields: ["trackUrl"] },
  "yandex-music-test-v2": { services: ["yandex"], fields: ["query"] },
  "spotify-search-test": { services: ["spotify"], fields: ["query"] },
  "spotify-find-track-test": { services: ["spotify"], fields: ["title", "artist", "length", "isrc"] },
  "artist-search-comparison": { services: ["yandex", "spotify"], fields: ["artist"] },
} as const satisfies Record<string, { readonly services: readonly Service[]; readonly fields: readonly ServiceField[] }>;

export type ServicePage = keyof typeof SERVICE_PAGES;

/** The arguments that the form makes for a service, from the texts of its fields. Null if a text that is needed is missing or malformed. */
export function toServiceCall(page: ServicePage, texts: Partial<Record<ServiceField, string>>) {
  const { trackUrl = "", query = "", title = "", artist = "", length = "", isrc = "" } = texts;
  if (page === "yandex-music-test") return trackUrl.trim() ? { link: trackUrl.trim() } : null;
  if (page === "spotify-find-track-test") {
    const durationMs = parseLength(length);
    if (!title.trim() || durationMs === undefined) return null;
    return { like: { title: title.trim(), artist: artist.trim(), durationMs, isrc: isrc.trim() || null } };
  }
  const text = (page === "artist-search-comparison" ? artist : query).trim();
  return text ? { query: text } : null;
}

/** Minutes and seconds. Null for an empty text; undefined for a malformed one. */
function parseLength(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const [, minutes, seconds] = /^(\d{1,3}):([0-5]\d)$/.exec(text.trim()) ?? [];
  return minutes === undefined ? undefined : (Number(minutes) * 60 + Number(seconds)) * 1000;
}
