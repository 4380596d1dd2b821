import { FileClock, RotateCcw, VolumeX } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { retry } from "#app/lib/retry.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import { RETURN_PATH } from "#app/protocol/service-worker.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { readReturnPath } from "./return-path.ts";

const CHECK_BACKOFF = { firstMs: 2000, maxMs: 30_000 };

/** Replaces a page that could not be loaded, until there is a connection again. */
export function OfflinePage({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation(["offline", "shell"]);
  useReturnWhenReachable();
  return (
    <main id="content" className="mx-auto grid max-w-140 gap-3 px-4 pt-6 pb-16 md:pt-14">
      <h1 className="text-h1 font-bold">{t("title")}</h1>
      <p className="text-lead text-ink-2">{t("text")}</p>
      <Button
        variant="primary"
        size="lg"
        icon={<RotateCcw />}
        onPress={loadMissedPage}
        className="mt-2 mb-3 justify-self-start"
      >
        {t("shell:tryAgain")}
      </Button>
      <Note icon={<VolumeX aria-hidden />}>{t("sound")}</Note>
      <Note icon={<FileClock aria-hidden />}>{t("uploads")}</Note>
      {children}
    </main>
  );
}

/** Loads the missed page as soon as the server answers. A visit that has missed none stays. */
function useReturnWhenReachable(): void {
  useEffect(() => {
    if (!new URLSearchParams(location.search).has(RETURN_PATH)) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const checked = retry(() => isReachable(signal), {
      shouldRetry: (isReached) => !isReached,
      backoff: CHECK_BACKOFF,
      signal,
    });
    void checked.then((isReached) => isReached && loadMissedPage());
    return () => leaving.abort();
  }, []);
}

async function isReachable(signal: AbortSignal): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await sendRequest("/api/health", { signal, isRetried: false })).ok;
  } catch {
    return false;
  }
}

/** Without a connection the service worker leads back to this page. */
function loadMissedPage(): void {
  location.replace(readReturnPath(location.search));
}
