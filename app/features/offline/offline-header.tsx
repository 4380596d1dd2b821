import { useTranslation } from "#app/i18n/use-translation.ts";
import { Wordmark } from "#app/ui/logo.tsx";

/** The header of the offline page, which belongs to no person. Its link loads a new document. */
export function OfflineHeader() {
  const { t } = useTranslation();
  return (
    <header className="relative z-(--z-sticky) flex h-(--header) items-center px-2 md:px-6">
      <a
        href="/"
        aria-label={t("product")}
        className="flex h-10 shrink-0 items-center rounded-md px-2 text-ink md:px-0 pointer-coarse:h-11"
      >
        <Wordmark height={28} />
      </a>
    </header>
  );
}
