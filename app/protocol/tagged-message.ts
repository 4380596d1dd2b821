/**
 * A frame of our own server, which the protocol's version has vouched for: only its tag is looked at. Null for what
 * this page does not know, so that a newer server may say more.
 */
export function decodeTagged<Frame extends { readonly type: string }>(
  raw: unknown,
  types: Readonly<Record<Frame["type"], true>>,
): Frame | null {
  if (typeof raw !== "string") return null;
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    // not from our server: a proxy's text, or a cut message
    return null;
  }
  if (typeof value !== "object" || value === null || !("type" in value)) return null;
  return Object.hasOwn(types, String(value.type)) ? (value as Frame) : null;
}
