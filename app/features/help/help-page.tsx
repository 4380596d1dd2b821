import { useTranslation } from "#app/i18n/use-translation.ts";
import { PermissionTable } from "./permission-table.tsx";

const MEMBER_RULES = ["invite", "remove", "leave", "role", "transferOwnership", "ask"] as const;
const LINK_RULES = ["properties", "access", "validity"] as const;
const DEVICE_RULES = ["own", "manage", "together", "roles", "delay", "microphone", "check"] as const;

/** The permissions of each role, and the rules for members, invite links and devices. */
export function HelpPage() {
  const { t } = useTranslation("help");
  return (
    <div className="mx-auto grid max-w-280 grid-cols-[minmax(0,1fr)] gap-10 px-4 pt-4 pb-16 md:px-8 md:pt-6">
      <section id="roles" className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="text-h2 font-bold">{t("table.title")}</h2>
        <p className="max-w-160 text-ink-2">{t("table.text")}</p>
        <PermissionTable />
        <p className="max-w-160 text-ink-2">{t("table.opening")}</p>
      </section>
      <Rules title={t("members.title")} rules={MEMBER_RULES.map((rule) => t(`members.${rule}`))} />
      <Rules title={t("links.title")} rules={LINK_RULES.map((rule) => t(`links.${rule}`))} />
      <Rules title={t("devices.title")} rules={DEVICE_RULES.map((rule) => t(`devices.${rule}`))} />
    </div>
  );
}

function Rules({ title, rules }: { readonly title: string; readonly rules: readonly string[] }) {
  return (
    <section className="grid max-w-160 gap-3">
      <h2 className="text-h2 font-bold">{title}</h2>
      <ul className="grid list-disc gap-2 pl-5 marker:text-ink-3">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}
