import { useCallback } from "react";
import type { ErrorCode, ErrorDetail } from "#app/domain/errors.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** Returns the function that translates error codes. */
export function useErrorText(): (code: ErrorCode, detail?: ErrorDetail) => string {
  const { t } = useTranslation("errors");
  return useCallback((code, { status = 0, kb = 0, provider = "" } = {}) => t(code, { status, kb, provider }), [t]);
}
