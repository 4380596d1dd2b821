import type { ReactNode } from "react";

export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="forced-edge inline-grid h-5 min-w-5 place-items-center rounded-[5px] px-[5px] font-sans text-micro font-label text-ink-2 shadow-[inset_0_0_0_1px_var(--line),inset_0_-1px_0_var(--line-strong)]">
      {children}
    </kbd>
  );
}
