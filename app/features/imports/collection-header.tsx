import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ServiceCollection } from "#app/domain/imports/service.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Cover } from "#app/ui/cover.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { serviceCoverUrl } from "./cover-url.ts";
import { useCollectionText } from "./use-collection-text.ts";

type CollectionHeaderProps = {
  readonly collection: ServiceCollection;
  /** Null if there is no list to return to. */
  readonly onBack: (() => void) | null;
};

/** The collection whose tracks are listed. */
export function CollectionHeader({ collection, onBack }: CollectionHeaderProps) {
  const { t } = useTranslation("imports");
  const { title, facts } = useCollectionText(collection);
  const back = useRef<HTMLButtonElement>(null);
  // the button that opened the collection is gone
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="flex items-center gap-3">
      {onBack && <IconButton ref={back} label={t("found.back")} icon={<ArrowLeft />} onPress={onBack} tooltip />}
      <Cover src={serviceCoverUrl(collection)} size={56} />
      <div className="min-w-0 flex-1">
        <h3 title={title} className="truncate text-h3 font-bold">
          {title}
        </h3>
        <p className="truncate text-small text-ink-3">{facts}</p>
      </div>
    </div>
  );
}
