/**
 * The columns: drag handle, position, cover, title, album, added by, added on, size, duration, menu. Narrower screens hide
 * size and date first, then the album and the name of the person.
 */
export const COLUMNS =
  "grid grid-cols-[20px_32px_40px_minmax(0,1fr)_28px_48px_32px] items-center gap-x-3 pr-2 " +
  "lg:grid-cols-[20px_32px_40px_minmax(0,1fr)_minmax(0,190px)_minmax(0,160px)_48px_32px] " +
  "xl:grid-cols-[20px_32px_40px_minmax(0,1fr)_minmax(0,170px)_minmax(0,130px)_120px_64px_48px_32px]";
