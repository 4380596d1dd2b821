import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { MENTION_PATTERN, toMention } from "./mention-mark.ts";

const MENTION = new RegExp(MENTION_PATTERN, "g");

/** Replaces the typed names of mentioned people by marks. A name that the text does not contain any more is ignored. */
export function markMentions(text: string, people: readonly Person[]): string {
  return people.reduce((marked, { id, name }) => {
    const at = findName(marked, `@${name}`);
    return at < 0 ? marked : `${marked.slice(0, at)}${toMention(id)}${marked.slice(at + name.length + 1)}`;
  }, text);
}

/** The first place of a name that no other letter or digit continues; -1 if there is none. */
function findName(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/^[\p{L}\p{N}]/u.test(text.slice(at + name.length))) return at;
  }
  return -1;
}

/** The people whom a stored text mentions, each once. */
export function listMentions(text: string): readonly UserId[] {
  return [...new Set(splitMentions(text).flatMap((part) => (part.kind === "mention" ? part.userId : [])))];
}

export type MentionPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mention"; readonly userId: UserId };

/** Splits a stored text at its mentions. */
export function splitMentions(text: string): readonly MentionPart[] {
  // the parts at odd places are what the group of the pattern has matched, which has the form of an id
  return text.split(MENTION).flatMap((part, i): readonly MentionPart[] => {
    if (i % 2 === 1) return [{ kind: "mention", userId: part as UserId }];
    return part === "" ? [] : [{ kind: "text", text: part }];
  });
}

/** A stored text as a person would type it, with names. */
export function unmarkMentions(text: string, nameOf: (userId: UserId) => string): string {
  return splitMentions(text)
    .map((part) => (part.kind === "text" ? part.text : `@${nameOf(part.userId)}`))
    .join("");
}
