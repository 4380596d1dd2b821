import { trimEndOf } from "#app/domain/text/trim-end.ts";
import { type MentionPart, splitMentions } from "./mentions.ts";

export type ChatPart = MentionPart | { readonly kind: "link"; readonly text: string; readonly url: string };

/** The part of `URL` that this file uses. The language itself has no `URL`; every platform declares its own. */
declare const URL: new (text: string) => Readonly<Record<"protocol" | "username" | "password" | "href", string>>;

const LINK = /https?:\/\/[^\s<>"]+/giu;
/** Punctuation at the end of a link belongs to the sentence. */
const SENTENCE_END = `.,!?:;'"»”’…`;

/** Splits a stored text into plain text, mentions and links. */
export function splitChatText(text: string): readonly ChatPart[] {
  return splitMentions(text).flatMap((part) => (part.kind === "text" ? splitLinks(part.text) : [part]));
}

function splitLinks(text: string): readonly ChatPart[] {
  const parts: ChatPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(LINK)) {
    const shown = trimLink(match);
    const url = parseWebAddress(shown);
    if (url === null) continue;
    if (index > end) parts.push({ kind: "text", text: text.slice(end, index) });
    parts.push({ kind: "link", text: shown, url });
    end = index + shown.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** Without the punctuation that follows it, and without a closing bracket that was opened before it. */
function trimLink(match: string): string {
  let link = trimEndOf(match, SENTENCE_END);
  // the brackets that were opened before the link; the punctuation that is cut has none
  for (let opened = count(match, ")") - count(match, "("); opened > 0 && link.endsWith(")"); opened -= 1) {
    link = trimEndOf(link.slice(0, -1), SENTENCE_END);
  }
  return link;
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

/** Null for everything but http and https, and for an address with a user name, which could imitate a host. */
function parseWebAddress(text: string): string | null {
  try {
    const { protocol, username, password, href } = new URL(text);
    const isWeb = protocol === "https:" || protocol === "http:";
    return isWeb && username === "" && password === "" ? href : null;
  } catch {
    // not an address
    return null;
  }
}
