import { Bug, Check, CircleAlert, CircleX, Crown, Hourglass, Info, Loader, Lock, WifiOff } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { AvatarStack } from "#app/ui/avatar-stack.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Kbd } from "#app/ui/kbd.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { StatusDot } from "#app/ui/status-dot.tsx";
import { DemoGroup, DemoSection, OnBothSurfaces } from "./demo-section.tsx";

const PEOPLE = [
  { id: "mira", name: "Mira", avatar: "#e9b84c" },
  { id: "jonas", name: "Jonas", avatar: "#3e6fb0" },
  { id: "katya", name: "Катя", avatar: "#c9446b" },
  { id: "tomas", name: "Tomás", avatar: "#2f7050" },
  { id: "picture", name: "Tutti", avatar: "/favicon.svg" },
];
const SIZES = [
  { size: 20, avatar: "#e9b84c" },
  { size: 24, avatar: "#3e6fb0" },
  { size: 28, avatar: "#c9446b" },
  { size: 32, avatar: "#a9c97f" },
  { size: 36, avatar: "/favicon.svg" },
  { size: 88, avatar: "#0f4a66" },
] as const;

export function BadgeDemo() {
  const { t } = useTranslation("dev");
  return (
    <DemoSection title={t("badges.title")}>
      <OnBothSurfaces>
        <div className="grid gap-5">
          <Badges />
          <StatusPills />
          <People />
          <DemoGroup title={t("badges.keys")}>
            <span className="flex gap-1.5">
              <Kbd>Alt</Kbd>
              <Kbd>↑</Kbd>
              <Kbd>F2</Kbd>
            </span>
          </DemoGroup>
        </div>
      </OnBothSurfaces>
    </DemoSection>
  );
}

function Badges() {
  const { t } = useTranslation(["dev", "shell"]);
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Badge tone="outline">{t("badges.new")}</Badge>
      <Badge icon={<Lock />}>{t("badges.password")}</Badge>
      <Badge icon={<Crown />}>{t("badges.owner")}</Badge>
      <Badge icon={<Loader />}>{t("badges.processing")}</Badge>
      <Badge tone="live" icon={<Check />}>
        {t("badges.ready")}
      </Badge>
      <Badge tone="warn" icon={<Hourglass />}>
        {t("badges.requested")}
      </Badge>
      <Badge tone="danger" icon={<CircleAlert />}>
        {t("badges.error")}
      </Badge>
      <Badge tone="info" icon={<Info />}>
        {t("badges.note")}
      </Badge>
      <Badge tone="ink">14</Badge>
      <Badge tone="dev" icon={<Bug />}>
        {t("shell:dev")}
      </Badge>
      <Badge tone="warn" icon={<WifiOff />}>
        {t("shell:offline")}
      </Badge>
    </div>
  );
}

function StatusPills() {
  const { t } = useTranslation("dev");
  return (
    <DemoGroup title={t("badges.statusDots")}>
      <div className="flex flex-wrap gap-2.5">
        <Pill icon={<StatusDot tone="sync" />}>{t("badges.inSync")}</Pill>
        <Pill icon={<Spinner size={12} />}>{t("badges.wait")}</Pill>
        <Pill icon={<StatusDot tone="error" />}>{t("badges.late")}</Pill>
        <Pill icon={<StatusDot tone="wait" isBreathing />}>{t("badges.wait")}</Pill>
        <Pill icon={<StatusDot tone="off" />}>{t("badges.off")}</Pill>
        <Pill tone="warn" icon={<Hourglass />}>
          {t("badges.sent")}
        </Pill>
        <Pill tone="danger" icon={<CircleX />}>
          {t("badges.rejected")}
        </Pill>
      </div>
    </DemoGroup>
  );
}

function People() {
  const { t } = useTranslation("dev");
  return (
    <DemoGroup title={t("badges.people")}>
      <p className="sr-only">{t("sample.people")}</p>
      <div className="flex flex-wrap items-end gap-3">
        {SIZES.map(({ size, avatar }) => (
          <Avatar key={size} name="Mira" avatar={avatar} size={size} />
        ))}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-5">
        <Avatar name="Mira" avatar="#e9b84c" size={36} dot="sync" />
        <Avatar name="Tomás" avatar="#2f7050" size={36} dot="wait" />
        <Avatar name="Theo" avatar="#7a5ba6" size={36} dot="off" />
        <AvatarStack people={PEOPLE} size={32} max={4} />
        <AvatarStack people={PEOPLE.slice(0, 3)} size={28} max={3} total={128} />
      </div>
    </DemoGroup>
  );
}
