import { describe, expect, it } from "vitest";
import { parseIsrc } from "#app/domain/imports/isrc.ts";
import { isServicePage, isSpotifyId, parseServiceLink } from "#app/domain/imports/service-links.ts";

const ID = "4uLU6hMCjMI75M1A2tKUQC";
const UUID = "85da989a-34f6-cc37-a97d-8e777c0b38fd";

/** The target as one line, such as `yandex track 1`. */
function targetOf(text: string): string | null {
  const link = parseServiceLink(text);
  return link && `${link.service} ${link.target.kind} ${link.target.id}`;
}

describe("link of Yandex Music", () => {
  it.each([
    ["https://music.yandex.ru/track/10994777", "yandex track 10994777"],
    ["https://music.yandex.ru/album/1193829/track/10994777", "yandex track 10994777"],
    ["https://music.yandex.ru/album/1193829", "yandex album 1193829"],
    ["https://music.yandex.ru/artist/41052", "yandex artist 41052"],
    ["https://music.yandex.ru/artist/41052/tracks", "yandex artist 41052"],
    ["https://music.yandex.ru/users/music-blog/playlists/2542", "yandex playlist music-blog:2542"],
    ["https://music.yandex.ru/users/a.b%40yandex.ru/playlists/3", "yandex playlist a.b@yandex.ru:3"],
    [`https://music.yandex.ru/playlists/${UUID}`, `yandex playlist ${UUID}`],
    [`https://music.yandex.ru/playlists/lk.${UUID}`, `yandex playlist lk.${UUID}`],
    [`https://music.yandex.ru/playlists/ps.${UUID}?utm_source=web`, `yandex playlist ps.${UUID}`],
  ])("leads to its target: %s", (link, target) => expect(targetOf(link)).toBe(target));

  it("works on the hosts of all countries", () => {
    for (const country of ["ru", "com", "kz", "by", "uz", "ua", "com.tr"]) {
      expect(targetOf(`https://music.yandex.${country}/album/1`)).toBe("yandex album 1");
    }
  });

  it.each([
    "/",
    "/home",
    "/album",
    "/album/x",
    "/album/1/similar",
    "/track/1/2",
    "/users/a/albums",
    "/playlists/1",
    "/genre/rock",
  ])("leads to nothing from another page of the service: %s", (path) => {
    expect(parseServiceLink(`https://music.yandex.ru${path}`)).toBeNull();
    expect(isServicePage(`https://music.yandex.ru${path}`)).toBe(true);
  });
});

describe("link of Spotify", () => {
  it.each(["track", "album", "playlist", "artist"])("leads to its %s, from every kind of address", (kind) => {
    for (const link of [
      `https://open.spotify.com/${kind}/${ID}`,
      `https://open.spotify.com/intl-de/${kind}/${ID}?si=1a2b3c`,
      `https://open.spotify.com/intl-pt-BR/${kind}/${ID}`,
      `https://open.spotify.com/embed/${kind}/${ID}?utm_source=generator`,
      `https://play.spotify.com/${kind}/${ID}`,
      `spotify:${kind}:${ID}`,
    ]) {
      expect([link, targetOf(link)]).toEqual([link, `spotify ${kind} ${ID}`]);
    }
  });

  it("leads to a playlist from an old address, which names its owner", () => {
    expect(targetOf(`https://open.spotify.com/user/a.b/playlist/${ID}`)).toBe(`spotify playlist ${ID}`);
    expect(targetOf(`spotify:user:a.b:playlist:${ID}`)).toBe(`spotify playlist ${ID}`);
    expect(targetOf(`https://open.spotify.com/user/a.b/track/${ID}`)).toBeNull();
  });

  it("leads to the artist from a page of the artist's albums", () => {
    expect(targetOf(`https://open.spotify.com/artist/${ID}/discography/all`)).toBe(`spotify artist ${ID}`);
  });

  it.each([
    "https://open.spotify.com/",
    `https://open.spotify.com/show/${ID}`,
    `https://open.spotify.com/track/${ID}x`,
    `https://open.spotify.com/track/${ID.slice(1)}`,
    `https://open.spotify.com/track/${ID.slice(1)}-`,
    `https://open.spotify.com/track/${ID}/credits`,
    "https://spotify.link/hRkBrwub9xb",
    "spotify:track",
    "spotify:",
  ])("leads to nothing from another page of the service: %s", (link) => {
    expect(parseServiceLink(link)).toBeNull();
    expect(isServicePage(link)).toBe(true);
  });

  it("has an id of 22 letters and digits", () => {
    expect(isSpotifyId(ID)).toBe(true);
    for (const text of ["", "..", `${ID}x`, ` ${ID.slice(1)}`, `${ID}\n`]) expect(isSpotifyId(text)).toBe(false);
  });
});

describe("link of a service", () => {
  it.each([
    "  https://music.yandex.ru/album/1  ",
    "\thttps://music.yandex.ru/album/1\n",
    "http://music.yandex.ru/album/1",
    "music.yandex.ru/album/1",
    "HTTPS://Music.Yandex.RU/album/1",
    "https://music.yandex.ru./album/1",
    "https://music.yandex.ru:443/album/1",
    "https://music.yandex.ru/album/1/",
    "https://music.yandex.ru/album/1//",
    "https://music.yandex.ru/album/1?from=/track/2",
    "https://music.yandex.ru/album/1/?a=1#b",
    "https://music.yandex.ru/album/1#track/2",
    "https://music.yandex.ru/%61lbum/1",
  ])("tolerates other spellings: %j", (link) => expect(targetOf(link)).toBe("yandex album 1"));

  it.each([
    "",
    "Yellow Submarine",
    "spotify",
    "music.yandex.ru and others",
    "https://example.org/album/1",
    "https://music.yandex.ru.example.org/album/1",
    "https://notmusic.yandex.ru/album/1",
    "https://example.org/https://music.yandex.ru/album/1",
    "https://music.yandex.ru@example.org/album/1",
    "https://music.yandex.ru:8080/album/1",
    "https://open.spotify.com.example.org/track/4uLU6hMCjMI75M1A2tKUQC",
    "ftp://music.yandex.ru/album/1",
    "https://music.yandex.ru/album/1\nhttps://music.yandex.ru/album/2",
    "https://deezer.com/track/1",
  ])("is none if the address is not of these services: %j", (text) => {
    expect(parseServiceLink(text)).toBeNull();
    expect(isServicePage(text)).toBe(false);
  });

  it("is parsed in time proportional to its length", () => {
    const startedMs = performance.now();
    for (const part of ["/", "a", "%", ":", ".", "-", " "])
      parseServiceLink(`https://open.spotify.com/artist/${ID}/${part.repeat(100_000)}`);
    expect(performance.now() - startedMs).toBeLessThan(2000);
  });
});

describe("ISRC", () => {
  it("is in capitals and without hyphens", () => {
    for (const text of ["USUG11904266", "us-ug1-19-04266", " usug1 1904266 "]) expect(parseIsrc(text)).toBe("USUG11904266");
    for (const text of ["", "USUG1190426", "USUG119042667", "12UG11904266", "USUG1190426X"]) expect(parseIsrc(text)).toBeNull();
  });
});
