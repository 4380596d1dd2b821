import { describe, expect, it } from "vitest";
import { classifyContentType, fileNameFromLink, parseLink } from "#app/domain/imports/link-rules.ts";

function outcomeOf(link: string): string {
  const parsed = parseLink(link);
  return parsed.ok ? "good" : parsed.error;
}

const outcomeOfHost = (host: string) => outcomeOf(`https://${host}/song.mp3`);

/** The reserved IPv4 ranges, with their first and last address. The addresses next to each range are public. */
const RESERVED_IPV4 = [
  ["0.0.0.0", "0.255.255.255", "this network"],
  ["10.0.0.0", "10.255.255.255", "private"],
  ["100.64.0.0", "100.127.255.255", "carrier-grade"],
  ["169.254.0.0", "169.254.255.255", "link-local"],
  ["172.16.0.0", "172.31.255.255", "private"],
  ["192.0.0.0", "192.0.0.255", "protocols"],
  ["192.0.2.0", "192.0.2.255", "documentation"],
  ["192.88.99.0", "192.88.99.255", "6to4 relays"],
  ["192.168.0.0", "192.168.255.255", "private"],
  ["198.18.0.0", "198.19.255.255", "benchmarks"],
  ["198.51.100.0", "198.51.100.255", "documentation"],
  ["203.0.113.0", "203.0.113.255", "documentation"],
  ["224.0.0.0", "255.255.255.255", "multicast, reserved, broadcast"],
] as const;

/** The address `steps` after `address`, as one decimal number, which URLs also accept; null outside of IPv4. */
function addressAfter(address: string, steps: number): string | null {
  const number = address.split(".").reduce((sum, byte) => sum * 256 + Number(byte), 0) + steps;
  return number < 0 || number >= 2 ** 32 ? null : String(number);
}

describe("link", () => {
  it("accepts web URLs and keeps them as they are", () => {
    const parsed = parseLink(" https://Music.Example.org/a%20b/c.mp3?x=1#t ");
    expect(parsed.ok && parsed.value.href).toBe("https://music.example.org/a%20b/c.mp3?x=1#t");
    for (const good of ["http://example.org", "https://münchen.de/a.mp3", "https://a_b.example.org./x", "https://8.8.8.8/a"]) {
      expect(outcomeOf(good)).toBe("good");
    }
  });

  it.each(["", "song.mp3", "https://", "https://a.org/1\nhttps://b.org/2", "https://a..org/", "http://a!b.org"])(
    "refuses text that is not a URL: %j",
    (text) => expect(outcomeOf(text)).toBe("not-a-link"),
  );

  it("limits the length of the URL and of the host name", () => {
    const base = "https://example.org/";
    expect(outcomeOf(base.padEnd(8000, "x"))).toBe("good");
    expect(outcomeOf(base.padEnd(8001, "x"))).toBe("not-a-link");
    expect(outcomeOfHost(`${"x".repeat(63)}.org`)).toBe("good");
    expect(outcomeOfHost(`${"x".repeat(64)}.org`)).toBe("not-a-link");
    expect(outcomeOfHost(`${"x.".repeat(126)}org`)).toBe("not-a-link");
  });

  it.each(["ftp://example.org/a.mp3", "file:///etc/passwd", "data:audio/mpeg,x", "javascript:1", "blob:https://example.org/1"])(
    "refuses protocols other than http and https: %s",
    (link) => expect(outcomeOf(link)).toBe("protocol-refused"),
  );

  it("refuses a user name or a password", () => {
    for (const login of ["user@", "user:secret@", ":secret@"]) expect(outcomeOfHost(`${login}a.org`)).toBe("has-credentials");
  });

  it("accepts the ports of the web and unprivileged ports", () => {
    for (const port of [80, 443, 1024, 8000, 65_535]) expect(outcomeOfHost(`example.org:${port}`)).toBe("good");
    for (const port of [0, 21, 22, 25, 79, 81, 444, 1023]) expect(outcomeOfHost(`example.org:${port}`)).toBe("port-refused");
  });
});

describe("host of a link", () => {
  it.each(RESERVED_IPV4)("refuses reserved IPv4 addresses: %s to %s, %s", (first, last) => {
    for (const host of [first, last]) expect([host, outcomeOfHost(host)]).toEqual([host, "private-host"]);
    for (const host of [addressAfter(first, -1), addressAfter(last, 1)])
      if (host) expect([host, outcomeOfHost(host)]).toEqual([host, "good"]);
  });

  it.each(["127.0.0.1", "127.255.255.255", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1.", "１２７.0.0.1"])(
    "refuses the loopback address in every spelling: %s",
    (host) => expect(outcomeOfHost(host)).toBe("loopback-host"),
  );

  it.each(["10.1", "0xa9fea9fe", "3232235777", "0300.0250.1.1", "0", "%31%30.0.0.1"])(
    "refuses private addresses in every spelling: %s",
    (host) => expect(outcomeOfHost(host)).toBe("private-host"),
  );

  it.each([
    ["loopback-host", ["[::1]", "[0:0:0:0:0:0:0:1]"]],
    [
      "private-host",
      ["[::]", "[::127.0.0.1]", "[fc00::1]", "[fdff:ffff::1]", "[fe80::1]", "[fec0::1]", "[ff02::1]", "[100::1]"],
    ],
    ["private-host", ["[1fff:ffff::]", "[4000::]", "[2001::1]", "[2001:1ff:ffff::]", "[2001:db8::1]", "[3fff:fff::1]"]],
    ["good", ["[2001:200::]", "[2001:db9::1]", "[3fff:1000::1]", "[2606:4700:4700::1111]"]],
  ])("refuses reserved IPv6 addresses: %s", (outcome, hosts) => {
    for (const host of hosts) expect([host, outcomeOfHost(host)]).toEqual([host, outcome]);
  });

  it.each([
    ["loopback-host", ["[::ffff:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]"]],
    ["private-host", ["[::ffff:a00:1]", "[64:ff9b::169.254.169.254]", "[2002:c0a8:101::1]"]],
    // IPv4-translated (RFC 2765) and local-use NAT64 (RFC 8215)
    ["private-host", ["[::ffff:0:8.8.8.8]", "[64:ff9b:1::8.8.8.8]"]],
    ["good", ["[::ffff:8.8.8.8]", "[64:ff9b::8.8.8.8]", "[2002:808:808:ffff:ffff:ffff:ffff:ffff]"]],
  ])("checks the IPv4 address that an IPv6 address contains: %s", (outcome, hosts) => {
    for (const host of hosts) expect([host, outcomeOfHost(host)]).toEqual([host, outcome]);
  });

  it("refuses names of this machine and of private networks", () => {
    for (const name of ["localhost", "LOCALHOST.", "a.b.localhost"]) expect(outcomeOfHost(name)).toBe("loopback-host");
    for (const name of [
      "nas",
      "nas.local",
      "nas.local.",
      "box.localdomain",
      "metadata.google.internal",
      "pc.lan",
      "x.home.arpa",
      "y.onion",
    ]) {
      expect(outcomeOfHost(name)).toBe("private-host");
    }
    for (const name of ["local.org", "mylocal.dev", "notlocalhost.com", "lan.example.org"]) {
      expect(outcomeOfHost(name)).toBe("good");
    }
  });

  it("refuses music services, whose links are pages and not files", () => {
    const services = [
      "open.spotify.com",
      "www.youtube.com",
      "youtu.be",
      "soundcloud.com",
      "m.soundcloud.com",
      "www.deezer.com",
    ];
    const more = ["music.yandex.ru", "music.yandex.com.tr", "music.apple.com", "music.amazon.co.uk", "artist.bandcamp.com"];
    for (const host of [...services, ...more]) expect(outcomeOfHost(host)).toBe("service-page");
    for (const host of ["notyoutube.com", "youtube.com.example.org", "music.yandex.example.org", "feeds.soundcloud.com"]) {
      expect(outcomeOfHost(host)).toBe("good");
    }
  });
});

describe("response headers", () => {
  it.each([
    ["audio", ["audio/mpeg", "Audio/X-FLAC; charset=utf-8", 'audio/ogg; codecs="opus,vorbis"', "application/ogg"]],
    ["audio", ["video/mp4", "video/ogg"]],
    ["unknown", [null, " ", "application/octet-stream", "binary/octet-stream;x", "application/force-download"]],
    ["refused", ["text/html; charset=utf-8", "text/html, audio/mpeg", "image/png", "application/json"]],
    ["refused", ["video/webm", "audio", "x-audio/mpeg"]],
  ])("classify the content type as %s: %j", (expected, headers) => {
    for (const header of headers) expect([header, classifyContentType(header)]).toEqual([header, expected]);
  });

  const nameOf = (header: string | null, link = "https://files.example.org/x/song.mp3") =>
    fileNameFromLink(new URL(link), header);

  it.each([
    ['attachment; filename="My; song.mp3"', "My; song.mp3"],
    ["attachment; FileName = song2.flac ; size=5", "song2.flac"],
    ["filename=bare.ogg", "bare.ogg"],
    ["attachment; filename=one.mp3; filename=two.mp3", "one.mp3"],
    ['inline; filename="say \\"hi\\".mp3"', 'say "hi".mp3'],
    ["attachment; filename=\"old.mp3\"; filename*=UTF-8''%D0%9F%D0%B5%D1%81%D0%BD%D1%8F.mp3", "Песня.mp3"],
    ["attachment; filename*=iso-8859-1'en'%A3%20rates.mp3; filename=old.mp3", "£ rates.mp3"],
    ["attachment; filename*=utf-8''%FF.mp3; filename=old.mp3", "old.mp3"],
    ["attachment; filename*=koi8-r''%C1.mp3; filename=old.mp3", "old.mp3"],
    ['attachment; filename="My%20song.mp3"', "My song.mp3"],
    ['attachment; filename="100% mine.mp3"', "100% mine.mp3"],
    ['attachment; filename="Песня.mp3"', "Песня.mp3"],
    [`attachment; filename="${Buffer.from("Песня 100%.mp3").toString("latin1")}"`, "Песня 100%.mp3"],
    ['attachment; filename="Café.mp3"', "Café.mp3"],
    ['attachment; x="; filename=trap.mp3"', "song.mp3"],
    ["attachment", "song.mp3"],
    ['attachment; filename=""', "song.mp3"],
    [null, "song.mp3"],
  ])("contain the file name: %j", (header, name) => expect(nameOf(header)).toBe(name));

  it.each([
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ['attachment; filename="C:\\Music\\a.mp3"', "a.mp3"],
    ["attachment; filename*=utf-8''..%2F..%5Ca.mp3", "a.mp3"],
    ['attachment; filename=".."', "song.mp3"],
    ['attachment; filename="songs/"', "song.mp3"],
    ["attachment; filename*=utf-8''a%00%0Db%E2%80%AE.mp3", "a b.mp3"],
  ])("give a file name without folders and invisible characters: %j", (header, name) => expect(nameOf(header)).toBe(name));

  it.each([
    ["https://example.org/a/%D0%9F%D0%B5%D1%81%D0%BD%D1%8F.mp3?x=/y.png", "Песня.mp3"],
    ["https://example.org/a/caf%E9.mp3", "caf%E9.mp3"],
    ["https://example.org/a/b.mp3//", "b.mp3"],
    ["https://example.org/a/x%2F..%2Fb.mp3", "b.mp3"],
    ["https://example.org/a/x%2F", "example.org"],
    ["https://example.org/?file=a.mp3", "example.org"],
  ])("without a name leave the end of the URL, then the host: %s", (link, name) => expect(nameOf(null, link)).toBe(name));

  it("give a long file name cut between characters, with its extension", () => {
    const name = nameOf(`attachment; filename*=utf-8''${encodeURIComponent(`${"x".repeat(249)}😀${"y".repeat(99)}.flac`)}`);
    expect(name).toBe(`${"x".repeat(249)}.flac`);
    expect(nameOf(`attachment; filename=${"x".repeat(300)}`)).toBe("x".repeat(255));
  });
});
