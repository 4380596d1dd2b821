import type { share as english } from "#app/i18n/en/share.ts";
import type { RussianTexts } from "#app/i18n/texts.ts";

export const share: RussianTexts<typeof english> = {
  shared: "Вы поделились с Tutti",
  choose: "В какую комнату?",
  discard: "Не добавлять",
  noRoom: {
    title: "Добавлять пока некуда",
    text: "Сначала создайте комнату. То, чем вы поделились, останется на этой странице на сутки.",
  },
  nothing: {
    title: "Добавлять нечего",
    text: "Поделитесь с Tutti аудиофайлом или ссылкой из другого приложения и выберите здесь комнату.",
  },
  missed: {
    title: "Ничего не пришло",
    text: "Откройте Tutti в этом браузере и поделитесь ещё раз. Треки можно добавить и прямо в комнате.",
  },
};
