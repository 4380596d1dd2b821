import { useId, useState } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { type FunctionValue, mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { DataTable } from "../data-table.tsx";
import { DuplicateRow } from "./duplicate-row.tsx";

type Tracks = FunctionValue<"dev.listDuplicates">["groups"][number]["tracks"];
type DuplicateGroupProps = { readonly tracks: Tracks; readonly onMerged: () => void };

/** Tracks that are alike. One of them is selected to be kept; the others of the same person can be replaced by it. */
export function DuplicateGroup({ tracks, onMerged }: DuplicateGroupProps) {
  const { t } = useTranslation("devData");
  const name = useId();
  const { keptId, owner, removedIds, keep, isPending, merge } = useMerge(tracks, onMerged);
  const title = [tracks[0]?.artist, tracks[0]?.title].filter(Boolean).join(" — ");
  const columns = [
    { label: t("duplicates.keep") },
    { label: t("duplicates.owner") },
    { label: t("duplicates.size"), align: "right" },
    { label: t("duplicates.length"), align: "right", isOptional: true },
    { label: t("duplicates.uploaded"), isOptional: true },
    { label: t("duplicates.rooms") },
  ] as const;
  return (
    // several groups may have the same title
    <fieldset aria-label={title} className="min-w-0 rounded-lg p-4 inset-ring inset-ring-line">
      <h3 className="mb-1 font-bold [overflow-wrap:anywhere]">{title}</h3>
      <DataTable label={title} columns={columns}>
        {tracks.map((track) => (
          <DuplicateRow key={track.id} {...{ name, track }} isKept={track.id === keptId} onKeep={() => keep(track.id)} />
        ))}
      </DataTable>
      <div className="mt-3">
        {removedIds.length === 0 && <p className="text-small text-ink-3">{t("duplicates.otherOwners")}</p>}
        {removedIds.length > 0 && (
          <TwoPressButton
            size="sm"
            variant="danger-soft"
            label={t("duplicates.merge", { count: removedIds.length, owner: owner.name })}
            armedLabel={t("duplicates.mergeAgain", { count: removedIds.length })}
            isBusy={isPending}
            onConfirm={merge}
          />
        )}
      </div>
    </fieldset>
  );
}

/** The selected track and those that it would replace: the others of its owner. */
function useMerge(tracks: Tracks, onMerged: () => void) {
  const { t } = useTranslation("devData");
  const errorText = useErrorText();
  const [selectedId, keep] = useState<Tracks[number]["id"] | null>(null);
  const hasOthers = ({ id, owner }: Tracks[number]) => tracks.some((other) => other.id !== id && other.owner.id === owner.id);
  const kept = tracks.find(({ id }) => id === selectedId) ?? tracks.find(hasOthers) ?? tracks[0];
  const keptId = kept?.id ?? null;
  const owner = kept?.owner ?? { id: null, name: "" };
  const removedIds = tracks.filter((track) => track.owner.id === owner.id && track.id !== keptId).map(({ id }) => id);
  const { isPending, submit } = useSubmit(
    async (id: Tracks[number]["id"]) => {
      const result = await mutation("dev.mergeTracks", { keptId: id, removedIds });
      if (!result.ok) notify({ title: errorText(result.error), variant: "error" });
      return result;
    },
    () => {
      notify({ title: t("duplicates.merged"), variant: "success" });
      onMerged();
    },
  );
  const merge = () => {
    if (keptId) void submit(keptId);
  };
  return { keptId, owner, removedIds, keep, isPending, merge };
}
