import { type RefObject, useEffect, useRef, useState } from "react";
import { ForgotForm } from "./forgot-form.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { PageCard } from "./page-card.tsx";
import { ResetStatus } from "./reset-status.tsx";
import { type ResetState, useReset } from "./use-reset.ts";

/** What a link from a mail leads to: a new password, or why it does not. */
export function ResetPage() {
  const { state, verify, choose } = useReset();
  const [asking, setAsking] = useState<"no" | "forgot" | "sent">("no");
  const [account, setAccount] = useState("");
  const status = useRef<HTMLDivElement>(null);
  useFocusOnStatus(status, state, asking !== "no");
  if (asking !== "no") {
    return (
      <PageCard isRoomy>
        <ForgotForm
          isSent={asking === "sent"}
          account={account}
          onAccount={setAccount}
          hasHeading
          onSent={() => setAsking("sent")}
          onBack={() => setAsking("no")}
        />
      </PageCard>
    );
  }
  return (
    <PageCard isRoomy={state.is === "valid"}>
      {state.is === "valid" && <NewPasswordForm onChoose={choose} />}
      {/* there from the first moment on, so that what comes of it is said */}
      <div ref={status} role="status">
        <ResetStatus state={state} onRetry={() => void verify()} onNewLink={() => setAsking("forgot")} />
      </div>
    </PageCard>
  );
}

/** What was pressed has gone: what there is to read now takes the focus. */
function useFocusOnStatus(status: RefObject<HTMLElement | null>, state: ResetState, isAway: boolean): void {
  const before = useRef({ state, isAway });
  useEffect(() => {
    const isNews = before.current.state !== state || before.current.isAway !== isAway;
    before.current = { state, isAway };
    if (isNews && document.activeElement === document.body) status.current?.querySelector("h2")?.focus();
  }, [status, state, isAway]);
}
