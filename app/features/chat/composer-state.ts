import type { Person } from "#app/domain/accounts/person.ts";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { ChatDraft, NewChatMessage, WrittenMessage } from "#app/domain/chat/chat-message.ts";
import { parseTypedText, type TypedText } from "#app/domain/chat/slash-command.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { findMentions } from "./find-mentions.ts";

/** The purpose of the field: a new message, perhaps as a reply, or the edit of an earlier one. */
export type Writing =
  | { readonly kind: "new"; readonly replyTo: WrittenMessage | null }
  | { readonly kind: "edit"; readonly message: WrittenMessage };

export const NEW_MESSAGE: Writing = { kind: "new", replyTo: null };

/** A text that is sent, by its effect. */
export type Submission =
  | { readonly kind: "edit"; readonly seq: number; readonly draft: ChatDraft }
  | { readonly kind: "command"; readonly typed: Exclude<TypedText, { readonly kind: "message" }> }
  | { readonly kind: "message"; readonly draft: Omit<NewChatMessage, "id"> };

/** Null for a text that is empty or too long. An edit is never a command. */
export function readSubmission(text: string, writing: Writing, people: readonly Person[]): Submission | null {
  const message = text.trim();
  if (message === "" || countChars(message) > chatLimits.messageChars) return null;
  const draft = { text: message, mentions: findMentions(message, people) };
  if (writing.kind === "edit") return { kind: "edit", seq: writing.message.seq, draft };
  const typed = parseTypedText(text);
  if (typed.kind !== "message") return { kind: "command", typed };
  return { kind: "message", draft: { ...draft, replyTo: writing.replyTo?.seq ?? null } };
}

/** Replaces a part of a text. Returns the new text and the place behind the replacement. */
export function replaceRange(
  text: string,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: string },
): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, from) + by + text.slice(to), caret: from + by.length };
}
