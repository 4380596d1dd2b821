/** The text fields of a share. Apps put a link into any of them. */
type SharedTexts = { readonly url: string; readonly text: string; readonly title: string };

/** The part of each field that is read, characters. */
const FIELD_CHARS = 2000;
const LINK = /https?:\/\/[^\s<>"]+/i;
/** Punctuation of the sentence around a link. */
const SENTENCE_ENDS = `.,;:!?…»”"'`;

/** The first link. Null without one. */
export function findSharedLink({ url, text, title }: SharedTexts): string | null {
  for (const field of [url, text, title]) {
    const [found = ""] = LINK.exec(field.slice(0, FIELD_CHARS)) ?? [];
    if (found) return withoutSentenceEnd(found);
  }
  return null;
}

function withoutSentenceEnd(link: string): string {
  let end = link.length;
  while (SENTENCE_ENDS.includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}
