/** The values that the sender of an edit believes to be current. Those that are missing may have any value. */
export type Expected<T extends object> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** Whether a value differs from the expected one. */
export function hasChanged<T extends object>(current: T, expected: Expected<T>): boolean {
  const names = Object.keys(expected) as (keyof T)[];
  return names.some((name) => expected[name] !== undefined && expected[name] !== current[name]);
}
