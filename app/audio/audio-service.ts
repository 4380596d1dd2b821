import { delay } from "#app/lib/retry.ts";

/** A visible page has an answer after a tenth of a second. Firefox answers a hidden page once it is shown. */
const ANSWER_MS = 300;

/**
 * Starts the browser's audio service in the background. Chromium would start it in the constructor of the page's first audio
 * context, which then blocks the page for 50 ms on a desktop and four times as long on a phone.
 */
export async function startAudioService(): Promise<void> {
  // a page that was not loaded over HTTPS has no media devices
  const answer = navigator.mediaDevices?.enumerateDevices().catch(() => undefined);
  await Promise.race([answer, delay(ANSWER_MS)]);
}
