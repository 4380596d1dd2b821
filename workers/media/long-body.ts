import { SECOND_MS } from "#app/domain/units.ts";
import { paceStream } from "#workers/http/pace-stream.ts";

/** The player requests at most this many bytes at a time, about half a minute of sound. */
const SHORT_BYTES_MAX = 1024 * 1024;
const GRANT_CHECK_MS = SECOND_MS;

type Body = { readonly stream: ReadableStream; readonly length: number; readonly isGranted: () => Promise<boolean> };

/** The stream, if it is short. A long one is paced, and ends early as soon as `isGranted` returns false. */
export function limitLongBody({ stream, length, isGranted }: Body): ReadableStream {
  if (length <= SHORT_BYTES_MAX) return stream;
  const { readable, writable } = new FixedLengthStream(length);
  const revocation = new AbortController();
  const watch = setInterval(async () => {
    if (!(await isGranted().catch(() => true))) revocation.abort();
  }, GRANT_CHECK_MS);
  paceStream(stream)
    .pipeTo(writable, { signal: revocation.signal })
    // the client disconnected, or the grant was revoked: either way the response ends here
    .catch(() => undefined)
    .finally(() => clearInterval(watch));
  return readable;
}
