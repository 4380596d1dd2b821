import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { NoticeCard } from "#app/ui/notice-card.tsx";
import { type NoticeOptions, notify } from "#app/ui/notice-store.ts";
import { ShowGroup, ShowSection } from "./show-section.tsx";

const KINDS = ["default", "success", "info", "warning", "error", "closable"] as const;
type Kind = (typeof KINDS)[number];

export function ShowNotices() {
  const { t } = useTranslation("dev");
  const nothing = () => undefined;
  const options: Record<Kind, NoticeOptions> = {
    default: { title: t("notices.joined") },
    success: { title: t("notices.updated"), variant: "success" },
    info: { title: t("notices.version"), message: t("notices.versionText"), variant: "info" },
    warning: {
      title: t("notices.duplicates"),
      message: t("notices.duplicateText"),
      variant: "warning",
      actions: [
        { id: "choose", label: t("notices.choose"), onPress: nothing },
        { id: "later", label: t("notices.later"), variant: "ghost", onPress: nothing },
      ],
    },
    error: {
      title: t("notices.failed"),
      message: t("notices.failedText"),
      variant: "error",
      actions: [{ id: "again", label: t("notices.choose"), onPress: nothing }],
    },
    closable: { title: t("notices.version"), closable: true },
  };
  return (
    <ShowSection title={t("notices.title")}>
      <ShowGroup title={t("notices.try")}>
        <div className="flex flex-wrap gap-3">
          {KINDS.map((kind) => (
            <Button key={kind} onPress={() => notify(options[kind])}>
              {t(`notices.${kind}`)}
            </Button>
          ))}
        </div>
      </ShowGroup>
      <div className="group grid max-w-90 gap-2.5" data-paused>
        {KINDS.map((kind) => {
          const { variant = "default", actions = [], ...notice } = options[kind];
          return (
            <NoticeCard
              key={kind}
              notice={{
                ...notice,
                id: kind,
                variant,
                actions,
                isClosable: true,
                durationMs: actions.length > 0 || kind === "closable" ? null : 5000,
                isLeaving: false,
              }}
              elapsedMs={() => 2000}
              onClose={nothing}
            />
          );
        })}
      </div>
    </ShowSection>
  );
}
