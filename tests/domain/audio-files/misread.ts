type Charset = "windows-1250" | "windows-1251" | "koi8-u" | "ibm866" | "windows-1254" | "utf-8";

/** Encodes a text in a charset and decodes it as Latin-1. */
export function misread(text: string, charset: Charset): string {
  if (charset === "utf-8") return Buffer.from(text).toString("latin1");
  const decoder = new TextDecoder(charset);
  const bytes = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  const chars = Array.from(text, (char) => {
    if (!bytes.includes(char)) throw new Error(`${charset} has no ${char}`);
    return String.fromCharCode(bytes.indexOf(char));
  });
  return chars.join("");
}
