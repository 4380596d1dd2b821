/** Decodes percent-encoded UTF-8. Null if the text is not valid. */
export function percentDecode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // decodeURIComponent throws only for text that is not percent-encoded UTF-8
    return null;
  }
}
