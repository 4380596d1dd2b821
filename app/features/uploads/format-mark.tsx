/** The file's extension, in place of a cover. */
export function FormatMark({ name, isSmall = false }: { readonly name: string; readonly isSmall?: boolean }) {
  const extension = /\.(\w{2,4})$/.exec(name)?.[1] ?? "?";
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-sm bg-sunken text-[10px] font-bold text-ink-2 uppercase ${isSmall ? "size-8" : "size-10"}`}
    >
      {extension}
    </span>
  );
}
