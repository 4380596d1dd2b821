import type { PresentPerson } from "#app/domain/access/connection.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Translate } from "#app/i18n/text-keys.ts";

/** Names the people who type, of those who are present: one or two of them. Empty if none types. */
export function formatTyping(t: Translate<"chat">, present: readonly PresentPerson[], typing: readonly UserId[]): string {
  const names = present.filter(({ person }) => typing.includes(person.id)).map(({ person }) => person.name);
  const [first, second] = names;
  if (first === undefined) return "";
  if (second === undefined) return t("typingOne", { name: first });
  return names.length === 2 ? t("typingTwo", { first, second }) : t("typingMany");
}
