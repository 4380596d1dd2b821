/** What stands beside the data, for whoever opens the archive. Both languages: it outlives the choice of one. */
export const README_TEXT = `Tutti: what is kept of you
==========================

profile.json   who you are here, how you sign in, and where you are signed in
avatar.jpg     your photo, where you have one
rooms.json     rooms that are yours, that you have a role in, or that you have marked
tracks.json    the tracks that you have uploaded, with all that is known of them
uploads.json   files whose upload was begun and is not finished
invites.json   invitations to rooms that you have made
audio.html     the same tracks with links to the files, to be opened in a browser

The files themselves are not in the archive, for they may be many gigabytes. The links in audio.html and tracks.json lead
to them for as long as you are signed in to Tutti in the browser that opens them, and the account exists.
Nor is what belongs to rooms and all who are in them: their playlists, which name who added what, and the history of what
has played there. It is shown in the rooms.
Times are in UTC; lengths are in milliseconds, sizes in bytes.


Tutti: что о вас хранится
=========================

profile.json   кто вы здесь, как вы входите и где вход выполнен
avatar.jpg     ваша фотография, если она есть
rooms.json     комнаты, которые принадлежат вам, в которых у вас есть роль или которые вы отметили
tracks.json    загруженные вами треки и всё, что о них известно
uploads.json   файлы, загрузка которых начата и не закончена
invites.json   созданные вами приглашения в комнаты
audio.html     те же треки со ссылками на файлы: откройте эту страницу в браузере

Самих аудиофайлов в архиве нет: они могут занимать много гигабайт. Ссылки в audio.html и tracks.json ведут к ним, пока
вы не вышли из Tutti в том браузере, в котором их открываете, и пока существует учётная запись.
Нет в архиве и того, что принадлежит комнатам и всем, кто в них: плейлистов, где указано, кто что добавил, и истории
прослушивания. Их можно увидеть в самих комнатах.
Время указано по UTC, длительность — в миллисекундах, размер — в байтах.
`;

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
