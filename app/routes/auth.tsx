import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, type ShouldRevalidateFunction, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  FLASH_MESSAGE_KEYS,
  readAuthMessage,
  useRemoveSearchParams,
  withFlashMessages,
} from "#app/app-state/flash-messages.ts";
import { localPath } from "#app/domain/accounts/local-path.ts";
import { AuthPage } from "#app/features/auth/auth-page.tsx";
import { remixI18n } from "#app/i18n/i18n.server.ts";
import { withTexts } from "#app/i18n/with-texts.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("pageTitle", { ns: "auth" }) }) };

/** Whoever is signed in is sent on, at once or when they have signed in here. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  if (await context.user()) throw redirect(withFlashMessages(localPath(searchParams.get("redirect")), searchParams));
  const t = await remixI18n.getFixedT(request, "auth");
  return { title: `${t("pageTitle")} · Tutti` };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(request, serverLoader<typeof loader>());
}

/** What leaves the address has been read. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.search === nextUrl.search && defaultShouldRevalidate;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Tutti" }];

export default function Auth() {
  return (
    <main id="content">
      <AuthPage news={useMessageFromAddress()} />
    </main>
  );
}

function useMessageFromAddress() {
  const [search] = useSearchParams();
  const [news, setNews] = useState(() => readAuthMessage(search));
  const forget = useRemoveSearchParams();
  useEffect(() => {
    const found = readAuthMessage(search);
    if (!found) return;
    setNews(found);
    forget(FLASH_MESSAGE_KEYS);
  }, [search, forget]);
  return news;
}
