import type { FormEvent } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { TrackDialogFooter } from "./track-dialog-footer.tsx";
import { TrackFields } from "./track-fields.tsx";
import { createUpdateUndo } from "./undo-update.ts";
import { UpdateReport } from "./update-report.tsx";
import type { UpdateOutcome } from "./update-tracks.ts";
import { useTrackForm } from "./use-track-form.ts";
import { useTrackUpdate } from "./use-track-update.ts";

type TrackDialogProps = {
  readonly roomId: RoomId;
  /** At least one, without repetition. */
  readonly tracks: readonly Track[];
  readonly media: MediaGrant | null;
  readonly onClose: () => void;
};

const FORM_ID = "track-edit";

/** Edits the tags and the cover of one or more tracks. */
export function TrackDialog({ roomId, tracks, media, onClose }: TrackDialogProps) {
  const { t } = useTranslation("trackEdit");
  const form = useTrackForm(tracks);
  const { changes, cover, rereadTags, canSave } = form;
  const { state, save, retry, stop } = useTrackUpdate(form.tracks, { roomId, changes, cover, rereadTags });
  const finish = useFinish(roomId, onClose);
  const isRunning = state.type === "running";
  const count = form.tracks.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning && canSave) void save().then(finish);
  };
  const footer = (
    <TrackDialogFooter
      formId={FORM_ID}
      trackCount={count}
      state={state}
      canSave={canSave}
      hasErrors={Object.keys(form.errors).length > 0}
      onStop={stop}
      onRetry={() => void retry().then(finish)}
    />
  );
  return (
    <Dialog
      title={count === 1 ? t("title") : t("titleMany", { count })}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={!isRunning}
      width={540}
      footer={footer}
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-5">
        <TrackFields roomId={roomId} form={form} media={media} isDisabled={isRunning} />
        <UpdateReport state={state} />
      </form>
    </Dialog>
  );
}

/** Offers to undo the changes after an update, and closes the dialog unless a track failed. */
function useFinish(roomId: RoomId, onClose: () => void) {
  const { t } = useTranslation("trackEdit");
  const errorText = useErrorText();
  const offerUndo = useOfferUndo();
  return ({ changed, updates, failures }: UpdateOutcome) => {
    const editions = [...changed].filter(([previousId, track]) => previousId !== track.id).length;
    const message = changed.size === 1 ? t("editionsOne") : t("editions", { count: editions });
    const title = t("changed", { count: changed.size });
    const undo = createUpdateUndo(roomId, updates, ({ failed, total, error }) => {
      return total === 1 ? errorText(error) : t("notUndone", { failed, total, reason: errorText(error) });
    });
    if (changed.size > 0) offerUndo({ variant: "success", title, ...(editions > 0 && { message }) }, undo);
    if (failures.length === 0) onClose();
  };
}
