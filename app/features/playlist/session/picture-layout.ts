/** The size of the picture in px, as social networks show portraits. */
export const PICTURE = { width: 1080, height: 1350, margin: 80 } as const;

/** Maximum number of tracks in the picture. */
export const PICTURE_TRACKS = 5;

export const ROW = { height: 104, cover: 84, gap: 28 } as const;
export const TITLE_LINE = 76;

const HEADER_BOTTOM = 172;
const FACTS = 58;
const SPACE = 36;
const PEOPLE = 100;

export type PictureLayout = {
  /** The room's artwork takes the space that the other parts leave. */
  readonly artwork: { readonly top: number; readonly height: number };
  readonly titleTop: number;
  readonly factsTop: number;
  readonly rowsTop: number;
  readonly peopleTop: number;
};

/** Lays the picture out from its lower edge upwards, in px. */
export function layOutPicture({
  titleLines,
  rows,
  hasPeople,
}: {
  readonly titleLines: number;
  readonly rows: number;
  readonly hasPeople: boolean;
}): PictureLayout {
  const peopleTop = PICTURE.height - PICTURE.margin - (hasPeople ? PEOPLE - SPACE : 0);
  const rowsTop = peopleTop - (hasPeople ? SPACE : 0) - rows * ROW.height;
  const factsTop = rowsTop - SPACE - FACTS;
  const titleTop = factsTop - titleLines * TITLE_LINE;
  const artwork = { top: HEADER_BOTTOM, height: titleTop - SPACE - HEADER_BOTTOM };
  return { artwork, titleTop, factsTop, rowsTop, peopleTop };
}
