import { parseSearchQuery, toSearchKey } from "#app/domain/text/search-key.ts";

export type NamedGuest = {
  /** Distinguishes guests of the same name. */
  readonly key: string;
  readonly name: string;
  readonly isSelf: boolean;
};

type GuestQuery = {
  /** Words that a name must contain; every name matches an empty search. */
  readonly search: string;
  /** Null unless the user is a guest with a name. */
  readonly ownName: string | null;
};

/** The guests with these names that match a search. Names may repeat; of those with the user's name, the first is the user. */
export function listNamedGuests(names: readonly string[], { search, ownName }: GuestQuery): readonly NamedGuest[] {
  const words = parseSearchQuery(search);
  const counts = new Map<string, number>();
  const guests = names.map((name): NamedGuest => {
    const index = counts.get(name) ?? 0;
    counts.set(name, index + 1);
    return { key: `${index} ${name}`, name, isSelf: index === 0 && name === ownName };
  });
  return guests.filter(({ name }) => words.every((word) => toSearchKey(name).includes(word)));
}
