import { z } from "zod";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import { type ChatMessageId, ID_PATTERN, type UserId } from "#app/domain/ids.ts";

/** Also the arguments of the functions of the chat. */
export const chatDraftSchema = {
  text: z.string().max(chatLimits.rawMessageUnits),
  mentions: z
    .array(
      z
        .string()
        .regex(ID_PATTERN)
        .transform((id) => id as UserId),
    )
    .max(chatLimits.mentionsPerMessage)
    .readonly(),
};
export const chatSeq = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
export const chatMessageId = z
  .string()
  .regex(ID_PATTERN)
  .transform((id) => id as ChatMessageId);

const requestId = z.string().min(1).max(40);

export const chatSchemas = [
  z.object({ type: z.literal("chat-send"), id: chatMessageId, ...chatDraftSchema, replyTo: chatSeq.nullable() }),
  z.object({ type: z.literal("chat-edit"), id: requestId, seq: chatSeq, ...chatDraftSchema }),
  z.object({ type: z.literal("chat-remove"), id: requestId, seq: chatSeq }),
  z.object({ type: z.literal("chat-typing"), isTyping: z.boolean() }),
  z.object({ type: z.literal("chat-read"), seq: chatSeq }),
] as const;
