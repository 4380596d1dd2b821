import type { chatErrors as english } from "#app/i18n/en/chat-errors.ts";
import type { RussianTexts } from "#app/i18n/texts.ts";

export const chatErrors: RussianTexts<typeof english> = {
  "chat-text-empty": "Сообщение пустое",
  "chat-text-too-long": "Сообщение слишком длинное: не больше 1000 символов",
  "chat-muted": "Вы пока не можете писать в этот чат",
  "chat-slow-mode": "Включён медленный режим. Подождите немного перед следующим сообщением.",
  "chat-message-not-found": "Это сообщение удалено",
};
