import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { NoticeCard } from "#app/ui/notice-card.tsx";
import { type NoticeOptions, notify } from "#app/ui/notice-store.ts";
import { uiLimits } from "#app/ui/ui-limits.ts";
import { DemoGroup, DemoSection } from "./demo-section.tsx";

const KINDS = ["default", "success", "info", "warning", "error", "closable"] as const;
type Kind = (typeof KINDS)[number];

export function NoticeDemo() {
  const { t } = useTranslation("dev");
  const samples = useSamples();
  return (
    <DemoSection title={t("notices.title")}>
      <DemoGroup title={t("notices.try")}>
        <div className="flex flex-wrap gap-3">
          {KINDS.map((kind) => (
            <Button key={kind} onPress={() => notify(samples[kind])}>
              {t(`notices.${kind}`)}
            </Button>
          ))}
        </div>
      </DemoGroup>
      <div className="group grid max-w-90 gap-2.5" data-paused>
        {KINDS.map((kind) => (
          <SampleCard key={kind} kind={kind} options={samples[kind]} />
        ))}
      </div>
    </DemoSection>
  );
}

/** A notice two seconds after it appeared. */
function SampleCard({ kind, options }: { readonly kind: Kind; readonly options: NoticeOptions }) {
  const { variant = "default", actions = [], ...notice } = options;
  const durationMs = actions.length > 0 || kind === "closable" ? null : uiLimits.noticeMs;
  return (
    <NoticeCard
      notice={{ ...notice, id: kind, variant, actions, isClosable: true, durationMs, isLeaving: false }}
      elapsedMs={() => 2000}
      onClose={ignore}
    />
  );
}

function useSamples(): Record<Kind, NoticeOptions> {
  const { t } = useTranslation("dev");
  return {
    default: { title: t("notices.joined") },
    success: { title: t("notices.updated"), variant: "success" },
    info: { title: t("notices.version"), message: t("notices.versionText"), variant: "info" },
    warning: {
      title: t("notices.duplicates"),
      message: t("notices.duplicateText"),
      variant: "warning",
      actions: [
        { id: "choose", label: t("notices.choose"), onPress: ignore },
        { id: "later", label: t("notices.later"), variant: "ghost", onPress: ignore },
      ],
    },
    error: {
      title: t("notices.failed"),
      message: t("notices.failedText"),
      variant: "error",
      actions: [{ id: "again", label: t("notices.choose"), onPress: ignore }],
    },
    closable: { title: t("notices.version"), closable: true },
  };
}

function ignore(): void {
  // the samples have no effect
}
