import { AudioLines, Link2 } from "lucide-react";
import { formatBytes } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SharedItems } from "#app/lib/shared-items.ts";

/** The files and the link that were shared. */
export function SharedList({ items }: { readonly items: SharedItems }) {
  const { t, language } = useTranslation("share");
  return (
    <section className="grid gap-2">
      <h2 className="text-lead font-bold">{t("shared")}</h2>
      <ul className="grid gap-2 rounded-md bg-sunken px-3.5 py-3 [&_svg]:mt-px [&_svg]:shrink-0 [&_svg]:text-ink-3">
        {items.files.map(({ name, size, lastModified }) => (
          <li key={`${name} ${size} ${lastModified}`} className="flex gap-3">
            <AudioLines size={18} strokeWidth={1.75} aria-hidden />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <span className="shrink-0 text-ink-3 tabular-nums">{formatBytes(size, language)}</span>
          </li>
        ))}
        {items.link && (
          <li className="flex gap-3">
            <Link2 size={18} strokeWidth={1.75} aria-hidden />
            <span className="min-w-0 flex-1 wrap-anywhere">{items.link}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
