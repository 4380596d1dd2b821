/** The left channel of each device, out of interleaved frames with two channels for each device. An incomplete frame is dropped. */
export function takeLeftChannels(interleaved: Float32Array, devices: number): readonly Float32Array[] {
  const width = devices * 2;
  const frames = Math.floor(interleaved.length / width);
  return Array.from({ length: devices }, (_, device) => {
    const left = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame++) left[frame] = interleaved[frame * width + device * 2] ?? 0;
    return left;
  });
}
