/** The header of a file that is to be kept under a name in any script (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  // half of a pair of surrogates cannot be escaped, and becomes a question mark
  const whole = new TextDecoder().decode(new TextEncoder().encode(fileName));
  const escaped = encodeURIComponent(whole).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped}`;
}
