import { isRouteErrorResponse } from "@remix-run/react";
import type { Translate } from "#app/i18n/text-keys.ts";

const INVALID_PARAMETER = "invalid-parameter";

/** The response for an address that no page can have, because a parameter of its route is invalid (SPEC §2). */
export function invalidParameter(): Response {
  return new Response(INVALID_PARAMETER, { status: 404 });
}

type PageError = {
  readonly status: number;
  readonly title: string;
  /** Replaces the text of the status. */
  readonly text?: string;
  /** The requested path, unless the title contains it. */
  readonly path?: string;
};

/** The status and the texts of a page that cannot be shown. */
export function describePageError(error: unknown, pathname: string, t: Translate<"shell">): PageError {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 507) return { status, title: t("errorPage.diskFull"), text: t("errorPage.diskFullText") };
  if (status !== 404) return { status, title: t("errorPage.internal") };
  if (isRouteErrorResponse(error) && error.data === INVALID_PARAMETER) {
    return { status, title: t("errorPage.notFoundPath", { path: decodePath(pathname) }) };
  }
  const path = pathname;
  if (!pathname.startsWith("/room/")) return { status, title: t("errorPage.notFound"), path };
  return { status, title: t("roomNotFound.title"), text: t("roomNotFound.text"), path };
}

function decodePath(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    // the encoding is invalid
    return pathname;
  }
}
