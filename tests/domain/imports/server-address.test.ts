import { describe, expect, it } from "vitest";
import { parseServerAddress } from "#app/domain/imports/server-address.ts";

const outcomeOf = (text: string) => {
  const parsed = parseServerAddress(text);
  return parsed.ok ? parsed.value : parsed.error;
};

describe("address of a Subsonic server", () => {
  it.each([
    ["https://music.example.com", "https://music.example.com"],
    ["http://music.example.com:4533/", "http://music.example.com:4533"],
    ["https://example.com/music/", "https://example.com/music"],
    ["https://example.com//music//", "https://example.com/music"],
    ["https://example.com/rest", "https://example.com"],
    ["https://example.com/music/rest/", "https://example.com/music"],
    ["https://example.com/rest/music", "https://example.com/rest/music"],
    ["https://example.com/forest", "https://example.com/forest"],
    ["  HTTPS://Music.Example.COM  ", "https://music.example.com"],
    ["https://музыка.example", "https://xn--80anjg9azc.example"],
    ["http://192.168.1.5:4040", "http://192.168.1.5:4040"],
    ["http://[2001:db8::1]:4533/x", "http://[2001:db8::1]:4533/x"],
  ])("becomes the prefix of requests: %j", (text, address) => expect(outcomeOf(text)).toBe(address));

  it.each([
    ["music.example.com", "https://music.example.com"],
    ["localhost:4533", "https://localhost:4533"],
    ["music.example.com:8080/subsonic/rest", "https://music.example.com:8080/subsonic"],
  ])("means https without a scheme: %j", (text, address) => expect(outcomeOf(text)).toBe(address));

  it.each([
    ...["", "   ", "https://", "ftp://example.com", "file:///etc/passwd", "javascript:alert(1)", "not an address"],
    ...["https://me:secret@example.com", "me@example.com", "https://example.com/?id=1", "https://example.com/app/#/album/1"],
    ...["https://a.example\nhttps://b.example", `https://example.com/${"x".repeat(500)}`],
  ])("is refused if it is not the address of a server: %j", (text) => expect(outcomeOf(text)).toBe("service-address-invalid"));
});
