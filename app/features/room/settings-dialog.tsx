import { useNavigate } from "@remix-run/react";
import { AudioLines, CircleAlert, EyeOff, Globe, Mail, Scale, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { can, type EffectiveRole } from "#app/domain/access/permissions.ts";
import type { RoomInfo, Visibility } from "#app/domain/room/room.ts";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { mutation } from "#app/server-client/functions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { RadioGroup, type RadioOption } from "#app/ui/radio-group.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { PasswordSetting } from "./password-setting.tsx";
import { SwitchSetting } from "./switch-setting.tsx";
import { useSettings } from "./use-settings.ts";

type SettingsDialogProps = { readonly info: RoomInfo; readonly effectiveRole: EffectiveRole; readonly onClose: () => void };

/** Name, address, description, who can find the room, its password; and its end. */
export function SettingsDialog({ info, effectiveRole, onClose }: SettingsDialogProps) {
  const { t } = useTranslation(["people", "shell"]);
  const errorText = useErrorText();
  const visibilities = useVisibilities();
  const { draft, errors, isUrlFree, edit, save, isBusy, maySave } = useSettings(info);
  const formId = useId();
  const textOf = (field: keyof typeof errors) => (errors[field] ? errorText(errors[field]) : null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!maySave || !(await save())) return;
    notify({ title: t("people:settings.saved"), variant: "success" });
    onClose();
  };

  return (
    <Dialog
      title={t("people:settings.title")}
      isOpen
      onOpenChange={onClose}
      width={520}
      footer={
        <>
          {can(effectiveRole, "delete-room") && <DeleteRoom info={info} />}
          <span className="flex-1 max-md:hidden" />
          <Button variant="ghost" onPress={onClose}>
            {t("shell:cancel")}
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isBusy} isDisabled={!maySave}>
            {t("people:settings.save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {errors.form && (
          <Note tone="danger" role="alert" icon={<CircleAlert />}>
            {errorText(errors.form)}
          </Note>
        )}
        <TextField
          label={t("people:settings.name")}
          value={draft.name}
          onChange={(name) => edit({ name })}
          count={{ value: countChars(draft.name.trim()), max: roomLimits.roomNameChars }}
          error={textOf("name")}
          autoComplete="off"
        />
        <TextField
          label={t("people:settings.address")}
          prefix="room/"
          inputMode="url"
          value={draft.url}
          onChange={(url) => edit({ url })}
          error={textOf("url")}
          {...(isUrlFree && { hint: t("people:settings.addressFree") })}
          autoComplete="off"
        />
        <TextArea
          label={t("people:settings.description")}
          value={draft.description}
          onChange={(description) => edit({ description })}
          count={{ value: countChars(draft.description.trim()), max: roomLimits.roomDescriptionChars }}
          error={textOf("description")}
        />
        <RadioGroup
          label={t("people:settings.visibility")}
          variant="cards"
          options={visibilities}
          selected={draft.visibility}
          onSelect={(visibility) => edit({ visibility })}
        />
        <SwitchSetting
          icon={<Scale aria-hidden />}
          label={t("people:settings.fair")}
          text={t("people:settings.fairText")}
          isOn={draft.isFair}
          onChange={(isFair) => edit({ isFair })}
        />
        <SwitchSetting
          icon={<AudioLines aria-hidden />}
          label={t("people:settings.leveled")}
          text={t("people:settings.leveledText")}
          isOn={draft.isLeveled}
          onChange={(isLeveled) => edit({ isLeveled })}
        />
        <PasswordSetting draft={draft} isSet={info.hasPassword} error={textOf("password")} onEdit={edit} />
      </form>
    </Dialog>
  );
}

function useVisibilities(): readonly RadioOption<Visibility>[] {
  const { t } = useTranslation("people");
  return [
    { id: "public", label: t("settings.public"), text: t("settings.publicText"), icon: <Globe /> },
    { id: "hidden", label: t("settings.hidden"), text: t("settings.hiddenText"), icon: <EyeOff /> },
    {
      id: "inviteOnly",
      label: (
        <>
          {t("settings.inviteOnly")} <Badge>{t("settings.inDevelopment")}</Badge>
        </>
      ),
      text: t("settings.inviteOnlyText"),
      icon: <Mail />,
      isDisabled: true,
    },
  ];
}

function DeleteRoom({ info }: { readonly info: RoomInfo }) {
  const { t } = useTranslation("people");
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);

  const remove = async () => {
    setBusy(true);
    const removed = await mutation("rooms.remove", { id: info.id });
    setBusy(false);
    if (!removed.ok) return void notify({ title: errorText(removed.error), variant: "error" });
    notify({ title: t("settings.deleted"), message: info.name });
    navigate("/");
  };

  return (
    <TwoPressButton
      variant="danger-soft"
      icon={<Trash2 />}
      label={t("settings.delete")}
      armedLabel={t("settings.deleteAgain")}
      announcement={t("settings.deleteArmed")}
      isBusy={isBusy}
      onConfirm={() => void remove()}
    />
  );
}
