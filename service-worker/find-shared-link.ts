/** The text fields of a share. Apps put a link into any of them. */
type SharedTexts = { readonly url: string; readonly text: string; readonly title: string };

const LINK = /https?:\/\/[^\s<>"]+/i;
/** Punctuation of the sentence around a link. */
const SENTENCE_END = /[.,;:!?…»”"']+$/u;

/** The first link. Null without one. */
export function findSharedLink({ url, text, title }: SharedTexts): string | null {
  for (const field of [url, text, title]) {
    const found = LINK.exec(field)?.[0].replace(SENTENCE_END, "");
    if (found) return found;
  }
  return null;
}
