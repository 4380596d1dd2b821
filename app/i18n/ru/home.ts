import type { home as english } from "../en/home.ts";
import type { RussianOf } from "../texts.ts";

export const home: RussianOf<typeof english> = {
  intro: {
    title: "Один\u00a0плейлист. Все\u00a0устройства. Одно\u00a0мгновение.",
    text: "Откройте комнату, добавьте музыку и слушайте вместе: на каждом телефоне и ноутбуке, как на одном.",
    register: "Создать аккаунт",
  },
  create: "Создать комнату",
  quiet: "Тихо",
  here_one: "Здесь {{count}} человек",
  here_few: "Здесь {{count}} человека",
  here_many: "Здесь {{count}} человек",
  here_other: "Здесь {{count}} человека",
  noDescription: "Без описания",
  owned: "Это ваша комната",
  empty: {
    title: "Комнат пока нет",
    text: "Комната хранит плейлист, даже когда в ней никого нет. Создайте её и отправьте ссылку.",
  },
  count_one: "{{count}} комната",
  count_few: "{{count}} комнаты",
  count_many: "{{count}} комнат",
  count_other: "{{count}} комнаты",
  newRoom: {
    title: "Создать комнату",
    text: "Дайте ей название. Описание, пароль и людей можно добавить позже.",
    name: "Название комнаты",
    placeholder: "Назовите комнату",
    address: "Адрес: {{host}}/room/",
  },
};
