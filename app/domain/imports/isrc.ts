/** Normalizes an International Standard Recording Code (ISO 3901): capitals, no hyphens. Null for any other text. */
export function parseIsrc(text: string): string | null {
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return /^[A-Z]{2}[A-Z\d]{3}\d{7}$/.test(code) ? code : null;
}
