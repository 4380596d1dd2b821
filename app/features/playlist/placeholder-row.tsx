/** The content of a row that is loading or scrolls by too fast to be read. */
export function PlaceholderRow() {
  return (
    <div aria-hidden className="flex h-full items-center gap-3 px-4 md:pl-[76px]">
      <span className="forced-edge size-11 shrink-0 rounded-xs bg-sunken md:size-10" />
      <span className="forced-edge h-3 w-48 max-w-1/2 rounded-sm bg-sunken" />
    </div>
  );
}
