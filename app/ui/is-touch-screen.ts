/** Whether the main pointer is a finger. Then the focus in a text field opens a keyboard, which covers half of the page. */
export function isTouchScreen(): boolean {
  return typeof window !== "undefined" && matchMedia("(pointer: coarse)").matches;
}
