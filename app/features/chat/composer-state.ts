import type { WrittenMessage } from "#app/domain/chat/chat-message.ts";

/** The purpose of the field: a new message, perhaps as a reply, or the edit of an earlier one. */
export type Writing =
  | { readonly kind: "new"; readonly replyTo: WrittenMessage | null }
  | { readonly kind: "edit"; readonly message: WrittenMessage };

export const NEW_MESSAGE: Writing = { kind: "new", replyTo: null };

/** Replaces a part of a text. Returns the new text and the place behind the replacement. */
export function replaceRange(
  text: string,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: string },
): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, from) + by + text.slice(to), caret: from + by.length };
}
