/** Whether a file has lyrics, judging by its name. */
export function isLyricsFile({ name }: { readonly name: string }): boolean {
  return /\.lrc$/i.test(name);
}
