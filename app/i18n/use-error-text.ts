import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { ErrorCode } from "#app/domain/errors.ts";

/** What an error is called in the visitor's language. */
export function useErrorText(): (code: ErrorCode) => string {
  const { t } = useTranslation("errors");
  return useCallback((code) => t(code), [t]);
}
