import { AudioLines, CirclePlay, EyeOff, Globe, ListPlus, Mail, Scale } from "lucide-react";
import type { RoomInfo, Visibility } from "#app/domain/room/room.ts";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Badge } from "#app/ui/badge.tsx";
import { RadioGroup, type RadioOption } from "#app/ui/radio-group.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { PasswordSetting } from "./password-setting.tsx";
import type { SettingsErrors } from "./settings-draft.ts";
import { SwitchSetting } from "./switch-setting.tsx";
import type { useSettings } from "./use-settings.ts";
import { VotingSettings } from "./voting-settings.tsx";

type Settings = ReturnType<typeof useSettings>;
type FieldProps = { readonly settings: Settings };

/** All fields of the settings form. */
export function SettingsFields({ info, settings }: FieldProps & { readonly info: RoomInfo }) {
  const { t } = useTranslation("roomSettings");
  const { draft, edit } = settings;
  const visibilities = useVisibilities();
  return (
    <>
      <TextFields settings={settings} />
      <RadioGroup
        label={t("visibility")}
        variant="cards"
        options={visibilities}
        selected={draft.visibility}
        onSelect={(visibility) => edit({ visibility })}
      />
      <OpeningSwitches settings={settings} />
      <PlaybackSwitches settings={settings} />
      <VotingSettings draft={draft} onEdit={edit} />
      <PasswordSetting draft={draft} isSet={info.hasPassword} error={useFieldError(settings, "password")} onEdit={edit} />
    </>
  );
}

/** Name, address and description. */
function TextFields({ settings }: FieldProps) {
  const { t } = useTranslation("roomSettings");
  const { draft, isUrlFree, edit } = settings;
  return (
    <>
      <TextField
        label={t("name")}
        value={draft.name}
        onChange={(name) => edit({ name })}
        count={{ value: countChars(draft.name.trim()), max: roomLimits.roomNameChars }}
        error={useFieldError(settings, "name")}
        autoComplete="off"
      />
      <TextField
        label={t("address")}
        prefix="room/"
        inputMode="url"
        value={draft.url}
        onChange={(url) => edit({ url })}
        error={useFieldError(settings, "url")}
        {...(isUrlFree && { hint: t("addressFree") })}
        autoComplete="off"
      />
      <TextArea
        label={t("description")}
        value={draft.description}
        onChange={(description) => edit({ description })}
        count={{ value: countChars(draft.description.trim()), max: roomLimits.roomDescriptionChars }}
        error={useFieldError(settings, "description")}
      />
    </>
  );
}

/** The rights of people without a role. */
function OpeningSwitches({ settings: { draft, edit } }: FieldProps) {
  const { t } = useTranslation("roomSettings");
  return (
    <>
      <SwitchSetting
        icon={<CirclePlay aria-hidden />}
        label={t("openControl")}
        text={t("openControlText")}
        isOn={draft.guestsMayControl}
        onChange={(guestsMayControl) => edit({ guestsMayControl })}
      />
      <SwitchSetting
        icon={<ListPlus aria-hidden />}
        label={t("openAdd")}
        text={t("openAddText")}
        isOn={draft.guestsMayAdd}
        onChange={(guestsMayAdd) => edit({ guestsMayAdd })}
      />
    </>
  );
}

function PlaybackSwitches({ settings: { draft, edit } }: FieldProps) {
  const { t } = useTranslation("roomSettings");
  return (
    <>
      <SwitchSetting
        icon={<Scale aria-hidden />}
        label={t("fair")}
        text={t("fairText")}
        isOn={draft.isFair}
        onChange={(isFair) => edit({ isFair })}
      />
      <SwitchSetting
        icon={<AudioLines aria-hidden />}
        label={t("leveled")}
        text={t("leveledText")}
        isOn={draft.isLeveled}
        onChange={(isLeveled) => edit({ isLeveled })}
      />
    </>
  );
}

function useFieldError({ errors }: Settings, field: keyof SettingsErrors): string | null {
  const errorText = useErrorText();
  const error = errors[field];
  return error ? errorText(error) : null;
}

function useVisibilities(): readonly RadioOption<Visibility>[] {
  const { t } = useTranslation("roomSettings");
  return [
    { id: "public", label: t("public"), text: t("publicText"), icon: <Globe /> },
    { id: "hidden", label: t("hidden"), text: t("hiddenText"), icon: <EyeOff /> },
    {
      id: "inviteOnly",
      label: (
        <>
          {t("inviteOnly")} <Badge>{t("inDevelopment")}</Badge>
        </>
      ),
      text: t("inviteOnlyText"),
      icon: <Mail />,
      isDisabled: true,
    },
  ];
}
