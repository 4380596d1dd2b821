/** The archive's explanation, in both languages: the archive may be opened long after the language was chosen. */
export const README_TEXT = `Tutti: your data
================

profile.json   your profile, how you sign in, the devices on which you are signed in, and the room in which you show that you
               are listening
avatar.jpg     your photo, if you have one
rooms.json     rooms that you own, in which you have a role, or that are your favorites
tracks.json    the tracks that you have uploaded, with all their details
lyrics.json    the lyrics of your tracks
saved.json     tracks of other people that you have saved to your library
uploads.json   uploads that you have started and not finished
imports.json   tracks that you import from music services
invites.json   room invites that you have created
chat.json      your messages in the chats of rooms that you may enter now
edits.json     your edits of the last 30 days in rooms in which you have a role
audio.html     the same tracks with download links; open it in a browser

The audio files are not included, because they may add up to many gigabytes. The links in audio.html and tracks.json work
while your account exists and you are signed in to Tutti in the browser that opens them.
Data that belongs to a room and all its members is not included either: the playlist, which names who added what, and the
history of what has played. You can see it in the room.
Times are in UTC, durations in milliseconds, sizes in bytes.


Tutti: ваши данные
==================

profile.json   ваш профиль, способы входа, устройства, на которых выполнен вход, и комната, в которой вас видят другие
avatar.jpg     ваша фотография, если она есть
rooms.json     ваши комнаты, комнаты, где у вас есть роль, и избранные комнаты
tracks.json    загруженные вами треки со всеми сведениями о них
lyrics.json    тексты песен ваших треков
saved.json     чужие треки, сохранённые в вашу библиотеку
uploads.json   незавершённые загрузки файлов
imports.json   треки, которые вы импортируете из сервисов
invites.json   созданные вами приглашения в комнаты
chat.json      ваши сообщения в чатах комнат, куда вы сейчас можете войти
edits.json     ваши правки за последние 30 дней в комнатах, где у вас есть роль
audio.html     те же треки со ссылками на файлы: откройте эту страницу в браузере

Самих аудиофайлов в архиве нет: они могут занимать много гигабайт. Ссылки в audio.html и tracks.json ведут к ним, пока
вы не вышли из Tutti в том браузере, в котором их открываете, и пока существует ваш аккаунт.
Нет в архиве и того, что принадлежит комнатам и всем, кто в них: плейлистов, где указано, кто что добавил, и истории
прослушивания. Их можно увидеть в самих комнатах.
Время указано по UTC, длительность — в миллисекундах, размер — в байтах.
`;

/** The start and the end of `audio.html`. */
export const AUDIO_PAGE = {
  head: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tutti: audio files · аудиофайлы</title>
<h1>Your audio files · <span lang="ru">Ваши аудиофайлы</span></h1>
<p>Sign in to Tutti in this browser first. <span lang="ru">Сначала войдите в Tutti в этом браузере.</span></p>
<ol>
`,
  tail: "</ol>\n</html>\n",
};
