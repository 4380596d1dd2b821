/** Runs a check with the seeds from 1 on. Its failure names the seed. */
export function forEachSeed(count: number, check: (seed: number) => void): void {
  for (let seed = 1; seed <= count; seed++) {
    try {
      check(seed);
    } catch (error) {
      if (error instanceof Error) error.message = `seed ${seed}: ${error.message}`;
      throw error;
    }
  }
}
