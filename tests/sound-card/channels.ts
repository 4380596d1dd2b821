/** The channels of interleaved frames. An incomplete frame is dropped. */
export function takeChannels(interleaved: Float32Array, channels: number): readonly Float32Array[] {
  const frames = Math.floor(interleaved.length / channels);
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame++) samples[frame] = interleaved[frame * channels + channel] ?? 0;
    return samples;
  });
}
