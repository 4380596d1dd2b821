import { type FormEvent, useState } from "react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/text-field.tsx";

type MoveDialogProps = {
  readonly entries: readonly Entry[];
  /** The number of entries in the playlist. */
  readonly total: number;
  /** The position of the first of the moved entries, counted from 1. */
  readonly currentPosition: number;
  /** The index counts from 0 as if the moved entries were not in the playlist. */
  readonly onMove: (index: number) => void;
  readonly onClose: () => void;
};

const FORM_ID = "move-to";

/** Moves entries to a position given as a number. In a long playlist that is easier than dragging. */
export function MoveDialog({ entries, total, currentPosition, onMove, onClose }: MoveDialogProps) {
  const { t, language } = useTranslation("room");
  const { text, setText, isInvalid, lastPosition, submit } = usePositionForm({
    currentPosition,
    // The position is that of the first of the moved entries.
    lastPosition: total - entries.length + 1,
    onSubmit(position) {
      onMove(position - 1);
      onClose();
    },
  });
  const range = t("playlist.moveRange", { last: formatCount(lastPosition, language) });
  const [first] = entries;
  const title =
    entries.length === 1 && first
      ? t("playlist.moveOne", { title: first.track.title })
      : t("playlist.moveSeveral", { count: entries.length });
  const moveButton = (
    <Button type="submit" form={FORM_ID} variant="primary" className="md:ml-auto">
      {t("playlist.move")}
    </Button>
  );
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} width={420} footer={moveButton} isForTyping>
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <TextField
          label={t("playlist.moveTo")}
          value={text}
          onChange={setText}
          inputMode="numeric"
          autoComplete="off"
          hint={range}
          error={isInvalid ? range : null}
        />
      </form>
    </Dialog>
  );
}

type PositionFormOptions = {
  readonly currentPosition: number;
  readonly lastPosition: number;
  readonly onSubmit: (position: number) => void;
};

function usePositionForm({ currentPosition, lastPosition, onSubmit }: PositionFormOptions) {
  const [text, setText] = useState(String(currentPosition));
  const [isSubmitted, setSubmitted] = useState(false);
  const position = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const isValid = position >= 1 && position <= lastPosition;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isValid) onSubmit(position);
  };
  return { text, setText, lastPosition, isInvalid: isSubmitted && !isValid, submit };
}
