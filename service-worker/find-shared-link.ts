import { trimEndOf } from "#app/domain/text/trim-end.ts";

/** The text fields of a share. Apps put a link into any of them. */
type SharedTexts = { readonly url: string; readonly text: string; readonly title: string };

/** The part of each field that is read, characters. */
const FIELD_CHARS = 2000;
const LINK = /https?:\/\/[^\s<>"]+/i;
/** Punctuation of the sentence around a link. */
const SENTENCE_END = `.,;:!?…»”"'`;

/** The first link. Null without one. */
export function findSharedLink({ url, text, title }: SharedTexts): string | null {
  for (const field of [url, text, title]) {
    const [found = ""] = LINK.exec(field.slice(0, FIELD_CHARS)) ?? [];
    if (found) return trimEndOf(found, SENTENCE_END);
  }
  return null;
}
