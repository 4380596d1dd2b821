import { useEffect, useState } from "react";
import { formatBytes } from "#app/i18n/format.ts";
import { useLanguage } from "#app/i18n/use-language.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { query } from "#app/server-client/functions.ts";

type Storage = { readonly usedBytes: number; readonly limitBytes: number };

/** How much of their storage the user's tracks take. `revision` changes when tracks were removed. */
export function StorageNote({ revision }: { readonly revision: number }) {
  const { t } = useTranslation("library");
  const { locale } = useLanguage();
  const [storage, setStorage] = useState<Storage | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision is read again
  useEffect(() => {
    let isCurrent = true;
    void query("uploads.getStorage", {}).then((result) => {
      if (isCurrent && result.ok) setStorage(result.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [revision]);

  if (!storage) return null;
  const { usedBytes, limitBytes } = storage;
  const sizes = { used: formatBytes(usedBytes, locale), limit: formatBytes(limitBytes, locale) };
  return <p className="text-small text-ink-3">{t("storage", sizes)}</p>;
}
