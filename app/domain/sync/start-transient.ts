/** Ages of an output, ms, and the share of its transient's size that its timestamps are off by. */
const COURSE: readonly (readonly [ageMs: number, share: number])[] = [
  [1000, 0],
  [2000, 0.54],
  [3000, 0.87],
  [4000, 0.95],
  [5500, 0.95],
  [7000, 0.5],
  [8000, 0.47],
  [10_000, 0.22],
  [12_000, 0.13],
  [16_000, 0.03],
  [20_000, 0],
];

/**
 * The course of an error that the timestamps have after each start of an output, at another size each time: 0 to 1. A sound
 * server that has just started estimates its speed from few, close measurements. Measured on 40 starts of Chromium with
 * PulseAudio, whose history takes 5 s.
 */
export function startTransient(ageMs: number): number {
  const next = COURSE.findIndex(([age]) => age > ageMs);
  const [from, to] = [COURSE[next - 1], COURSE[next]];
  if (!from || !to) return 0;
  return from[1] + ((to[1] - from[1]) * (ageMs - from[0])) / (to[0] - from[0]);
}
