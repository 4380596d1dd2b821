/** Which configs the browser's `AudioDecoder` decodes, as seen in this session: a claim to support one may be false. */
export class DecoderSupport {
  readonly #works = new Map<string, boolean>();

  /** True if a packet of such a track has been decoded. */
  isProven(config: AudioDecoderConfig): boolean {
    return this.#works.get(toKey(config)) === true;
  }

  /** False if decoding has failed, and if the browser has no decoder or does not support the config. */
  async mayDecode(config: AudioDecoderConfig): Promise<boolean> {
    const known = this.#works.get(toKey(config));
    if (known !== undefined) return known;
    const isClaimed = await isSupported(config);
    if (!isClaimed) this.record(config, false);
    return isClaimed;
  }

  /** Remembers whether decoding worked. A config that has worked once stays proven: later failures are damaged packets. */
  record(config: AudioDecoderConfig, works: boolean): void {
    if (!this.isProven(config)) this.#works.set(toKey(config), works);
  }
}

async function isSupported(config: AudioDecoderConfig): Promise<boolean> {
  if (typeof AudioDecoder === "undefined") return false;
  try {
    return (await AudioDecoder.isConfigSupported(config)).supported === true;
  } catch {
    // some browsers throw for a codec that they do not know
    return false;
  }
}

function toKey({ codec, sampleRate, numberOfChannels }: AudioDecoderConfig): string {
  return `${codec} ${sampleRate} ${numberOfChannels}`;
}
