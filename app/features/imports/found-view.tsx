import { ListMusic, SearchX } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import type { Service } from "#app/domain/imports/service.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { CollectionHeader } from "./collection-header.tsx";
import { CollectionRows } from "./collection-rows.tsx";
import { FoundTracks } from "./found-tracks.tsx";
import { LoadingRows } from "./loading-rows.tsx";
import type { FoundList } from "./service-search.ts";
import { useReturnKey } from "./use-return-key.ts";
import type { ServiceSearchState } from "./use-service-search.ts";

type FoundViewProps = {
  readonly roomId: RoomId;
  readonly service: Service;
  readonly state: ServiceSearchState;
  readonly onUpload: () => void;
};

/** The result of a search or a link, or the collection that was opened from it. */
export function FoundView({ roomId, service, state, onUpload }: FoundViewProps) {
  const { search, view } = state;
  const { main, opened } = view;
  const returnKey = useReturnKey(opened);
  const shown = opened ?? main;
  // the list of another service is replaced after this render
  const list = shown?.request.service === service ? shown : null;
  const content = list?.status === "loaded" ? list.content : null;
  const request = list?.request;
  const collection = content?.collection ?? (request?.type === "collection" ? request.collection : null);
  return (
    <div className="grid gap-4" aria-busy={list?.status === "loading"}>
      {collection && <CollectionHeader collection={collection} onBack={opened ? search.back : null} />}
      {content && content.collections.length > 0 && (
        <CollectionRows
          collections={content.collections}
          isShort={content.tracks.length > 0}
          focusedKey={returnKey}
          onOpen={search.open}
        />
      )}
      <FoundStatus service={service} list={list} onRetry={search.retry} />
      <FoundTracks roomId={roomId} search={search} content={content} onUpload={onUpload} />
    </div>
  );
}

type FoundStatusProps = { readonly service: Service; readonly list: FoundList | null; readonly onRetry: () => void };

/** Shown while a list is loading, after a failure, and if there is nothing in it. */
function FoundStatus({ service, list, onRetry }: FoundStatusProps) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  if (!list) {
    if (service !== "spotify") return null;
    return <EmptyState icon={<ListMusic />} title={t("search.spotify")} text={t("search.spotifyText")} level={3} />;
  }
  const isSearch = list.request.type === "search";
  if (list.status === "loading") return <LoadingRows label={t(isSearch ? "search.loading" : "found.loading")} />;
  if (list.status === "failed") return <RetryNote text={errorText(list.error)} label={t("retry")} onRetry={onRetry} />;
  const { tracks, collections } = list.content;
  if (tracks.length > 0 || collections.length > 0) return null;
  if (list.request.type !== "search") return <EmptyState icon={<ListMusic />} title={t("found.noTracks")} level={3} />;
  const key = list.request.query === "" ? "emptyAccount" : "nothing";
  return <EmptyState icon={<SearchX />} title={t(`search.${key}`)} text={t(`search.${key}Text`)} level={3} />;
}
