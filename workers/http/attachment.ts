/** The `Content-Disposition` of a download. The file name may be in any script (RFC 6266, RFC 8187). */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  // `encodeURIComponent` throws on a lone surrogate; encoding to UTF-8 and back replaces it
  const wellFormed = new TextDecoder().decode(new TextEncoder().encode(fileName));
  const escaped = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${escaped}`;
}
