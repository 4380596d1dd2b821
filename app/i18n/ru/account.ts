import type { account as english } from "../en/account.ts";
import type { RussianOf } from "../texts.ts";

export const account: RussianOf<typeof english> = {
  title: "Аккаунт",
  email: "Почта",
  showEmail: "Показать почту",
  hideEmail: "Скрыть почту",
};
