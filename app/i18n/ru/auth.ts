import type { auth as english } from "../en/auth.ts";
import type { RussianOf } from "../texts.ts";

export const auth: RussianOf<typeof english> = {
  welcome: "С возвращением",
  join: "Создать аккаунт",
  caption: "Заходите. Все уже на одном такте.",
  signIn: "Войти",
  register: "Создать аккаунт",
  emailOrUsername: "Почта или имя пользователя",
  password: "Пароль",
  name: "Имя",
  nameHint: "Его видят другие, до 20 символов",
  username: "Имя пользователя",
  usernameHint: "От 3 до 20 букв, цифр или знаков подчёркивания",
  email: "Почта",
  passwordHint: "Не меньше 6 символов",
};
