/** Tints the page with the dominant hue of the current cover, 0 to 359. Null leaves it untinted. */
export function ArtworkBackdrop({ hue }: { readonly hue: number | null }) {
  if (hue === null) return null;
  const tint = (alpha: number) => `oklch(var(--wash) ${hue} / calc(var(--wash-alpha) * ${alpha}))`;
  const stops = `${tint(1)}, ${tint(0.72)} 28%, ${tint(0.34)} 54%, ${tint(0.1)} 78%, transparent`;
  return (
    <div
      aria-hidden
      key={hue}
      className="pointer-events-none fixed inset-0 -z-1 animate-fade"
      style={{ background: `radial-gradient(1200px 760px at 8% -12%, ${stops})` }}
    />
  );
}
