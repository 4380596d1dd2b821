import type { dev as english } from "../en/dev.ts";
import type { RussianOf } from "../texts.ts";

export const dev: RussianOf<typeof english> = {
  title: "Инструменты разработчика",
  ui: "Компоненты",
  uiText: "Все базовые компоненты во всех состояниях, в теме и на языке этой страницы.",
};
