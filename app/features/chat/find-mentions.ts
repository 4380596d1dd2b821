import type { Person } from "#app/domain/accounts/person.ts";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { UserId } from "#app/domain/ids.ts";
import { toSearchKey } from "#app/domain/text/search-key.ts";

const CANDIDATES_MAX = 6;

/** The people whose names follow an `@` in a text, in the order of the text. The longest name counts, and of two people with one name the first. */
export function findMentions(text: string, people: readonly Person[]): readonly UserId[] {
  const longestFirst = [...people].sort((a, b) => b.name.length - a.name.length);
  const found: UserId[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const rest = text.slice(at + 1);
    const person = longestFirst.find(({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length)));
    if (person) found.push(person.id);
  }
  return found.slice(0, chatLimits.mentionsPerMessage);
}

/** A mention that is being typed: the place of its `@`, and what follows it up to the caret. Null without one. */
export function findTypedMention(text: string, caret: number): { readonly at: number; readonly query: string } | null {
  const match = /(?:^|[\s(«"])@([^\s@]{0,20}(?: [^\s@]{1,20})?)$/u.exec(text.slice(0, caret));
  const query = match?.[1];
  return query === undefined ? null : { at: caret - query.length - 1, query };
}

/** The people who may be meant: those with a word of their name that starts with the query. */
export function matchPeople(people: readonly Person[], query: string): readonly Person[] {
  const key = toSearchKey(query);
  const isMatch = ({ name }: Person) => ` ${toSearchKey(name)}`.includes(` ${key}`);
  return people.filter(isMatch).slice(0, CANDIDATES_MAX);
}
