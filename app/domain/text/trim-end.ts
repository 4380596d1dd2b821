/**
 * The text without the given characters at its end. A regular expression such as `/[.,]+$/` would try each character of a long run
 * again, which takes a time that grows with the square of its length.
 * @param characters of one UTF-16 unit each
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
