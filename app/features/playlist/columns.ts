/** Handle, position, cover, title, album, who added it, length, menu. Narrow screens lose the album. */
export const COLUMNS =
  "grid grid-cols-[20px_32px_40px_minmax(0,1fr)_28px_48px_32px] items-center gap-x-3 pr-2 " +
  "lg:grid-cols-[20px_32px_40px_minmax(0,1fr)_190px_160px_48px_32px]";
