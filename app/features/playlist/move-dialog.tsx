import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { formatCount } from "#app/i18n/format.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/text-field.tsx";

type MoveDialogProps = {
  readonly entries: readonly Entry[];
  /** How many the playlist has. */
  readonly total: number;
  /** Where the first of them stands, counted from 1. */
  readonly from: number;
  /** Counted from 0, as if they were not in the playlist. */
  readonly onMove: (place: number) => void;
  readonly onClose: () => void;
};

/** A place by its number: in ten thousand tracks nobody drags that far. */
export function MoveDialog({ entries, total, from, onMove, onClose }: MoveDialogProps) {
  const { t, i18n } = useTranslation("room");
  const [text, setText] = useState(String(from));
  const [isTold, setTold] = useState(false);
  // the last place is that of the first of them
  const last = total - entries.length + 1;
  const place = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const isRight = place >= 1 && place <= last;
  const range = t("playlist.moveRange", { last: formatCount(last, i18n.language) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (!isRight) return;
    onMove(place - 1);
    onClose();
  };

  const [first] = entries;
  const title =
    entries.length === 1 && first
      ? t("playlist.moveOne", { title: first.track.title })
      : t("playlist.moveSeveral", { count: entries.length });
  return (
    <Dialog
      title={title}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width={420}
      footer={
        <Button type="submit" form="move-to" variant="primary" className="md:ml-auto">
          {t("playlist.move")}
        </Button>
      }
    >
      <form id="move-to" noValidate onSubmit={submit}>
        <TextField
          label={t("playlist.moveTo")}
          value={text}
          onChange={setText}
          inputMode="numeric"
          autoComplete="off"
          hint={range}
          error={isTold && !isRight ? range : null}
        />
      </form>
    </Dialog>
  );
}
