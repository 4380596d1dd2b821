import { Check, Pencil } from "lucide-react";
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { parseDeviceName } from "#app/domain/devices/device.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { announce } from "#app/ui/announce.ts";
import { IconButton } from "#app/ui/icon-button.tsx";

type DeviceNameProps = { readonly name: string; readonly onRename: (name: string) => void };

/** The name of a device with a button to change it in its place: Enter saves, Escape keeps the former name. */
export function DeviceName({ name, onRename }: DeviceNameProps) {
  const { t } = useTranslation("devices");
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (!isEditing && returnsFocus.current) button.current?.focus({ preventScroll: true });
    returnsFocus.current = false;
  }, [isEditing]);

  const end = (next: string | null, hasFocus: boolean) => {
    returnsFocus.current = hasFocus;
    setEditing(false);
    const valid = next === null ? null : parseDeviceName(next);
    if (valid === null || valid === name) return;
    onRename(valid);
    announce(t("settings.renamed", { name: valid }));
  };
  if (isEditing) return <NameForm name={name} onEnd={end} />;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span title={name} className="min-w-0 truncate font-strong">
        {name}
      </span>
      <IconButton
        ref={button}
        size="sm"
        label={t("settings.rename", { name })}
        icon={<Pencil />}
        onPress={() => setEditing(true)}
        tooltip
      />
    </span>
  );
}

type NameFormProps = {
  readonly name: string;
  /** `next` is null if the former name stays. `hasFocus`: the focus is still in the form. */
  readonly onEnd: (next: string | null, hasFocus: boolean) => void;
};

function NameForm({ name, onEnd }: NameFormProps) {
  const { t } = useTranslation("devices");
  const [draft, setDraft] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onEnd(draft, true);
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // otherwise Escape would also close the panel
    event.stopPropagation();
    onEnd(null, true);
  };
  const saveOnLeave = (event: FocusEvent<HTMLFormElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onEnd(draft, false);
  };
  return (
    <form className="flex min-w-0 flex-1 items-center gap-1" onSubmit={submit} onKeyDown={cancelOnEscape} onBlur={saveOnLeave}>
      <input
        ref={field}
        aria-label={t("settings.name")}
        value={draft}
        maxLength={deviceLimits.nameLength}
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => setDraft(event.target.value)}
        // iOS zooms in on fields with a font below 16 px
        className="forced-edge h-10 w-full min-w-0 flex-1 rounded-md bg-overlay px-3 text-lead text-ink inset-ring inset-ring-line-strong focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-focus md:text-body pointer-coarse:h-11"
      />
      <IconButton type="submit" label={t("settings.nameSave")} icon={<Check />} />
    </form>
  );
}
