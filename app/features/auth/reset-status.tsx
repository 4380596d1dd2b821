import { CheckCheck, TimerOff, Unlink } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import type { ResetState } from "./use-reset.ts";

type ResetStatusProps = {
  readonly state: ResetState;
  readonly onRetry: () => void;
  readonly onNewLink: () => void;
};

/** What has become of a link that sets a new password, and what to do about it. */
export function ResetStatus({ state, onRetry, onNewLink }: ResetStatusProps) {
  const { t } = useTranslation(["auth", "shell"]);
  const errorText = useErrorText();
  const newLink = (
    <Button size="sm" onPress={onNewLink}>
      {t("reset.newLink")}
    </Button>
  );
  switch (state.is) {
    case "valid":
      return null;
    case "verifying":
      return <Row icon={<Spinner size={20} />} title={t("reset.verifying")} text={t("reset.verifyingText")} />;
    case "invalid":
      return (
        <Row
          icon={<Unlink />}
          tone="danger"
          title={t("reset.invalid")}
          text={errorText("reset-link-invalid")}
          action={newLink}
        />
      );
    case "expired":
      return (
        <Row
          icon={<TimerOff />}
          tone="danger"
          title={t("reset.expired")}
          text={errorText("reset-link-expired")}
          action={newLink}
        />
      );
    case "missing":
      return (
        <Row
          icon={<Unlink />}
          tone="danger"
          title={t("reset.missing")}
          text={errorText("reset-token-missing")}
          action={newLink}
        />
      );
    case "used":
      return (
        <Row
          icon={<CheckCheck />}
          tone="plain"
          title={t("reset.used")}
          text={errorText("reset-link-used")}
          action={
            <LinkButton to="/auth" size="sm">
              {t("signIn")}
            </LinkButton>
          }
        />
      );
    case "failed":
      return (
        <Row
          icon={<Unlink />}
          tone="danger"
          title={t("reset.failed")}
          text={state.text}
          action={
            <Button size="sm" onPress={onRetry}>
              {t("shell:tryAgain")}
            </Button>
          }
        />
      );
  }
}

const TONES = { danger: "bg-danger-soft text-danger-ink", plain: "bg-sunken text-ink-2" } as const;

type RowProps = {
  readonly icon: ReactNode;
  readonly tone?: keyof typeof TONES;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
};

function Row({ icon, tone, title, text, action }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span
        className={joinClasses(
          "grid shrink-0 place-items-center [&_svg]:size-5.5 [&_svg]:stroke-[1.75]",
          tone && "size-11 rounded-full",
          tone && TONES[tone],
        )}
      >
        {icon}
      </span>
      <div className="min-w-50 flex-1">
        <h2 tabIndex={-1} className="font-bold outline-none">
          {title}
        </h2>
        <p className="text-small text-ink-2">{text}</p>
      </div>
      {action}
    </div>
  );
}
