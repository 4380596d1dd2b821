import type { ErrorCode } from "#app/domain/errors.ts";
import type { Service } from "#app/domain/imports/service.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { action, type FunctionArgs, mutation } from "#app/server-client/functions.ts";
import { announce } from "#app/ui/announce.ts";
import { notify } from "#app/ui/notice-store.ts";

export type Credentials = FunctionArgs<"imports.connect">["credentials"];

/** Connects a service. The credentials are sent to the server and kept nowhere in the browser. */
export function useConnect(onConnected: () => void) {
  const { t } = useTranslation("imports");
  return useSubmit<[Credentials], unknown, ErrorCode>(async (credentials) => {
    const connected = await action("imports.connect", { credentials });
    if (connected.ok) announce(t("connect.connected", { service: t(`service.${credentials.service}`) }));
    return connected;
  }, onConnected);
}

export function useDisconnect(service: Service, onDisconnected: () => void) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  return useSubmit<[], null, ErrorCode>(async () => {
    const disconnected = await mutation("imports.disconnect", { service });
    if (disconnected.ok) announce(t("connect.disconnected", { service: t(`service.${service}`) }));
    else notify({ variant: "error", title: errorText(disconnected.error) });
    return disconnected;
  }, onDisconnected);
}
