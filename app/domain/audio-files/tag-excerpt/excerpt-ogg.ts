import { readAscii } from "../ascii.ts";
import { joinBytes } from "../join-bytes.ts";
import { isOggPage, OGG_PAGE_BYTES_MAX, type OggPage, readOggPage } from "../ogg.ts";
import type { ReadBytes } from "../read-bytes.ts";
import { countComments, createFlacFile, excerptComments } from "./excerpt-comments.ts";
import { excerptLimits } from "./excerpt-limits.ts";
import { KeptItems } from "./kept-items.ts";

/** How the second packet of a stream begins, before its comments: Vorbis and Opus (RFC 7845 §5.2). */
const COMMENT_MARKERS = ["\x03vorbis", "OpusTags"];
/** Several streams may begin before the comments. */
const PAGES_MAX = 400;

/** Reads the comments of an Ogg file as those of a FLAC file. Empty if it has none. */
export async function excerptOgg(read: ReadBytes): Promise<Uint8Array> {
  const comments = await readComments(read);
  return comments ? createFlacFile(excerptComments(comments, new KeptItems())) : new Uint8Array(0);
}

/** How many comments an Ogg file claims to have. 0 if it has none. */
export async function countOggComments(read: ReadBytes): Promise<number> {
  const comments = await readComments(read);
  return comments ? countComments(comments) : 0;
}

/** The comments of an Ogg file, without the marker before them. */
async function readComments(read: ReadBytes): Promise<Uint8Array | null> {
  const packet = await readCommentPacket(read);
  const marker = COMMENT_MARKERS.find((text) => readAscii(packet, 0, text.length) === text);
  return marker === undefined ? null : packet.subarray(marker.length);
}

/** The first packet that begins like comments. It extends over several pages if it has a picture. */
async function readCommentPacket(read: ReadBytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let serialNumber: number | null = null;
  let [at, bytes] = [0, 0];
  for (let pages = 0; pages < PAGES_MAX && bytes < excerptLimits.totalBytes; pages++) {
    const window = await read(at, at + OGG_PAGE_BYTES_MAX);
    if (!isOggPage(window, 0)) break;
    const page = readOggPage(window);
    at += page.endByte;
    if (serialNumber === null && !beginsWithComments(page)) continue;
    serialNumber ??= page.serialNumber;
    if (page.serialNumber !== serialNumber) continue;
    const piece = page.body.slice(0, page.firstPacketBytes);
    pieces.push(piece);
    bytes += piece.length;
    if (page.endsFirstPacket) break;
  }
  return joinBytes(pieces);
}

function beginsWithComments({ body }: OggPage): boolean {
  return COMMENT_MARKERS.some((text) => readAscii(body, 0, text.length) === text);
}
