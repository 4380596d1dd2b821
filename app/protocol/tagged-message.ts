/**
 * Decodes a message of our own server. Only its `type` is checked, since the protocol version guarantees the rest. Null
 * for an unknown type, so that a newer server may add types, and for text that is not a message.
 */
export function decodeTagged<Message extends { readonly type: string }>(
  raw: unknown,
  types: Readonly<Record<Message["type"], true>>,
): Message | null {
  if (typeof raw !== "string") return null;
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    // text of a proxy, or a truncated message
    return null;
  }
  if (typeof value !== "object" || value === null || !("type" in value)) return null;
  return Object.hasOwn(types, String(value.type)) ? (value as Message) : null;
}
