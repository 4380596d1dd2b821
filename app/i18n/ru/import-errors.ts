import type { importErrors as english } from "#app/i18n/en/import-errors.ts";
import type { RussianTexts } from "#app/i18n/texts.ts";

export const importErrors: RussianTexts<typeof english> = {
  "service-not-connected": "Этот сервис не подключён. Сначала подключите его.",
  "service-unavailable": "Этот сервер не поддерживает этот сервис.",
  "service-link-invalid": "Неверный адрес: нужен адрес трека, альбома, плейлиста или исполнителя",
  "service-address-invalid": "Введите адрес сервера, например https://music.example.com",
  "service-address-private": "Этот адрес в частной сети: на этом сервере такие адреса запрещены.",
  "service-not-subsonic": "По этому адресу нет сервера Subsonic. Проверьте адрес и попробуйте снова.",
  "service-login-refused": "Неверное имя или пароль, либо сервер не принимает такой способ входа.",
  "service-token-malformed": "Неверный вид токена: скопируйте его целиком, без пробелов.",
  "service-token-invalid": "Токен недействителен. Получите новый и подключитесь снова.",
  "service-token-expired": "Срок действия токена истёк. Получите новый и подключитесь снова.",
  "service-premium-required": "Нужна подписка: этот трек доступен только с платной подпиской сервиса.",
  "service-search-failed": "Не удалось выполнить поиск. Попробуйте снова.",
  "service-item-not-found": "По этому адресу в сервисе ничего нет: запись удалена или скрыта.",
  "service-busy": "Сервис получает слишком много запросов. Подождите минуту и попробуйте снова.",
  "service-unreachable": "Ошибка сети: сервис не ответил как следует. Попробуйте позже.",
  "import-info-failed": "Не удалось получить данные для скачивания. Попробуйте снова.",
  "import-not-available": "Скачать нельзя: сервис не даёт этот трек вашей учётной записи.",
  "import-not-prepared": "Не удалось подготовить скачивание. Попробуйте снова.",
  "import-batch-not-found": "Этого импорта больше нет.",
  "import-batch-too-large": "Выберите не больше 500 треков за раз.",
  "too-many-imports": "Слишком много незаконченных импортов. Сначала завершите или отмените часть.",
  "import-item-busy": "Этот трек уже импортируется в другом окне.",
};
