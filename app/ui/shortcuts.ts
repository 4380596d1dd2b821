/** Keys by the name of what they do, as `KeyboardEvent.key` or `KeyboardEvent.code` has them. */
export type Shortcuts<Name extends string> = { readonly [N in Name]: readonly string[] };

/** The name of the shortcut that has this key; null if none has. */
export function findShortcut<Name extends string>(shortcuts: Shortcuts<Name>, key: string): Name | null {
  const names = Object.keys(shortcuts) as Name[];
  return names.find((name) => shortcuts[name].includes(key)) ?? null;
}

type Modifiers = { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean };

/** Whether a key is pressed together with Ctrl, Cmd or Alt. */
export function hasModifier({ ctrlKey, metaKey, altKey }: Modifiers): boolean {
  return ctrlKey || metaKey || altKey;
}

/** Input fields that take no text. */
const WITHOUT_TEXT: readonly string[] = ["button", "checkbox", "radio", "range"];

/** Whether a key that is pressed here writes text. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(target.type);
  return target instanceof HTMLElement && (target.matches("textarea, select") || target.isContentEditable);
}
