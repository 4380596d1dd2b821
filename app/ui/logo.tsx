type LogoProps = {
  /** In px. */
  readonly height: number;
};

/** The shape of the product name. */
export const WORDMARK = {
  path: "M0 17H37.5a6 6 0 0 1 6 6V43a16 16 0 0 0 32 0V23a6 6 0 0 1 6 -6H158.5a6 6 0 0 1 6 6V59M10 0V46a13 13 0 0 0 13 13h3M97.5 0V46a13 13 0 0 0 13 13h3M131 0V46a13 13 0 0 0 13 13h3",
  strokeWidth: 9,
  dot: { x: 164.5, y: 1.5, radius: 6.5 },
} as const;

/** The product name as one line through all letters. Hidden from screen readers: the link around it has a label. */
export function Wordmark({ height }: LogoProps) {
  return (
    <svg
      aria-hidden
      viewBox="-4.5 -5 176.5 69"
      height={height}
      width={(height * 176.5) / 69}
      className="block shrink-0 text-ink"
    >
      <path
        d={WORDMARK.path}
        fill="none"
        stroke="currentColor"
        strokeWidth={WORDMARK.strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx={WORDMARK.dot.x} cy={WORDMARK.dot.y} r={WORDMARK.dot.radius} className="fill-(--logo-dot)" />
    </svg>
  );
}

/** The symbol: two letters t with a common crossbar. */
export function Mark({ height }: LogoProps) {
  return (
    <svg aria-hidden viewBox="8 10 48 44" height={height} width={(height * 48) / 44} className="block shrink-0 text-ink">
      <path
        d="M21 16V39a10 10 0 0 0 10 10h1M38 16V39a10 10 0 0 0 10 10h2M12 27H50"
        fill="none"
        stroke="currentColor"
        strokeWidth="6.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="50" cy="15.5" r="5" className="fill-(--logo-dot)" />
    </svg>
  );
}
