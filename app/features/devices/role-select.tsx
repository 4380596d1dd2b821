import { SPEAKER_ROLES, type SpeakerRole } from "#app/domain/devices/device.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Select } from "#app/ui/select.tsx";

type RoleSelectProps = {
  readonly label: string;
  readonly role: SpeakerRole;
  readonly onSelect: (role: SpeakerRole) => void;
};

/** Chooses what a loudspeaker plays, with a line that explains the choice. */
export function RoleSelect({ label, role, onSelect }: RoleSelectProps) {
  const { t } = useTranslation("devices");
  const options = SPEAKER_ROLES.map((id) => ({ id, label: t(`role.${id}`) }));
  return (
    <div className="grid gap-1">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <span className="shrink-0 font-label">{t("role.label")}</span>
        <Select label={label} options={options} selected={role} onSelect={onSelect} />
      </div>
      <p className="text-caption text-ink-3">{t(`roleText.${role}`)}</p>
    </div>
  );
}
