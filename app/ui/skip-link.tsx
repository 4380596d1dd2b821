/** A link for keyboard users that skips to a part of the page. Visible only while it has the focus. */
export function SkipLink({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-toast) focus:rounded-md focus:bg-ink focus:px-4 focus:py-2 focus:text-on-ink"
    >
      {label}
    </a>
  );
}
