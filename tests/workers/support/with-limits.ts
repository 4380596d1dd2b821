/** Runs a test with smaller limits, which the Worker and its objects read when they apply them. */
export async function withLimits<Limits extends object>(
  limits: Limits,
  smaller: { readonly [Name in keyof Limits]?: number },
  run: () => Promise<void>,
): Promise<void> {
  const before = { ...limits };
  Object.assign(limits, smaller);
  try {
    await run();
  } finally {
    Object.assign(limits, before);
  }
}
