import { useEffect } from "react";

/** Shows a number on the icon of the installed app until it is 0 or the component is gone. Other browsers show nothing. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (count === 0 || !("setAppBadge" in navigator)) return;
    // refused unless the app is installed
    navigator.setAppBadge(count).catch(() => undefined);
    return () => void navigator.clearAppBadge().catch(() => undefined);
  }, [count]);
}
