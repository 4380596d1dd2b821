import type { UserId } from "#app/domain/ids.ts";

/**
 * In a stored text, a mention is the person's id between two marks, so that it is shown with the person's current name. A typed
 * text cannot contain a mark: `parseChatText` removes control characters.
 */
const MARK = "\u0001";

/** Matches a mention; its group is the id. */
export const MENTION_PATTERN = `${MARK}([a-z2-7]{16})${MARK}`;

export function toMention(userId: UserId): string {
  return MARK + userId + MARK;
}
