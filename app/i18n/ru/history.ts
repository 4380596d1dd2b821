import type { history as english } from "#app/i18n/en/history.ts";
import type { RussianTexts } from "#app/i18n/texts.ts";

export const history: RussianTexts<typeof english> = {
  title: "История",
  empty: "Здесь ещё ничего не играло",
  emptyText: "Здесь видно, что играло в комнате и кто это добавил.",
  addedBy: "Добавлено: {{name}}",
  at: "Играло в {{time}}",
  addAgain: "Добавить снова",
  addAgainNamed: "Добавить снова: {{title}}",
  notYours: "Этого трека нет в вашей библиотеке",
  more: "Показать ещё",
  loading: "Загружаем историю",
  retry: "Повторить",
};
