import { EncodedPacketSink, type InputAudioTrack } from "mediabunny";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";

/** Less than the duration of the shortest packet. */
const SEARCH_PRECISION_SEC = 0.001;

/** The end of the last stored packet: a truncated file has fewer packets than its index lists. Found by binary search. */
export async function measureStoredSec(track: InputAudioTrack, listedSec: number): Promise<number> {
  const packets = new EncodedPacketSink(track);
  if (await packets.getPacket(Number.POSITIVE_INFINITY)) return listedSec;
  let last = await packets.getFirstPacket();
  let lowSec = 0;
  let highSec = Math.min(listedSec, trackLimits.trackDurationMsMax / 1000);
  while (last && highSec - lowSec > SEARCH_PRECISION_SEC) {
    const middleSec = (lowSec + highSec) / 2;
    const packet = await packets.getPacket(middleSec);
    if (packet) lowSec = middleSec;
    else highSec = middleSec;
    last = packet ?? last;
  }
  return last ? last.timestamp + last.duration : 0;
}
