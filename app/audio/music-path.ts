/**
 * The part of an audio graph in which a filter can take the place of the direct way: `source` plays through `direct` into
 * `output`.
 */
export type MusicPath = {
  /** Its first output is the music. */
  readonly source: AudioNode;
  readonly direct: GainNode;
  readonly output: AudioNode;
};

/** Connects a player with two outputs. The second one, whose sound no filter changes, leads to the same output. */
export function connectMusicPath(source: AudioNode): MusicPath {
  const { context } = source;
  const direct = context.createGain();
  const output = context.createGain();
  source.connect(direct, 0);
  direct.connect(output);
  source.connect(output, 1);
  return { source, direct, output };
}
