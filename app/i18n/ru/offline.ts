import type { offline as english } from "#app/i18n/en/offline.ts";
import type { RussianTexts } from "#app/i18n/texts.ts";

export const offline: RussianTexts<typeof english> = {
  title: "Нет связи с Tutti",
  text: "Проверьте подключение. Как только связь вернётся, откроется нужная страница.",
  sound: "Без сети музыка не играет: комнаты и звук приходят с сервера.",
  uploads: "Незаконченные загрузки не пропадут. Откройте их комнату снова, чтобы продолжить.",
  rooms: "Недавние комнаты откроются, как только связь вернётся.",
};
