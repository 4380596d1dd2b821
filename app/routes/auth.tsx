import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, type ShouldRevalidateFunction, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  FLASH_MESSAGE_KEYS,
  readAuthMessage,
  useRemoveSearchParams,
  withFlashMessages,
} from "#app/app-state/flash-messages.ts";
import { toLocalPath } from "#app/domain/accounts/local-path.ts";
import { AuthPage } from "#app/features/auth/auth-page.tsx";
import { getTranslation } from "#app/i18n/request-texts.server.ts";
import { withPageTexts } from "#app/i18n/with-page-texts.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("auth:pageTitle") }) };

/** Redirects a signed-in user, also after a sign-in on this page, which loads its data again. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  if (await context.user()) throw redirect(withFlashMessages(toLocalPath(searchParams.get("redirect")), searchParams));
  const t = getTranslation(context.locale, "auth");
  return { title: `${t("pageTitle")} · Tutti` };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return withPageTexts(request, serverLoader<typeof loader>());
}

/** Removing messages from the address needs no new data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.search === nextUrl.search && defaultShouldRevalidate;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Tutti" }];

export default function Auth() {
  return (
    <main id="content">
      <AuthPage message={useAuthMessage()} />
    </main>
  );
}

/** The last message that was in the address, from which it is removed. */
function useAuthMessage() {
  const [search] = useSearchParams();
  const [message, setMessage] = useState(() => readAuthMessage(search));
  const removeSearchParams = useRemoveSearchParams();
  useEffect(() => {
    const arrived = readAuthMessage(search);
    if (!arrived) return;
    setMessage(arrived);
    removeSearchParams(FLASH_MESSAGE_KEYS);
  }, [search, removeSearchParams]);
  return message;
}
