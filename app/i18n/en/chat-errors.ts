/** The errors of the chat. */
export const chatErrors = {
  "chat-text-empty": "The message is empty",
  "chat-text-too-long": "The message is too long: at most 1,000 characters",
  "chat-muted": "You're muted in this chat",
  "chat-slow-mode": "Slow mode is on. Wait a little before the next message.",
  "chat-message-not-found": "This message was deleted",
} as const;
