import { useEffect } from "react";
import type { SessionUser } from "#app/protocol/http.ts";
import { OFFLINE_PATH } from "#app/protocol/service-worker.ts";

const KEY = "user";

/** Mirrors the signed-in user to local storage (SPEC §3). The application itself never reads the copy. */
export function useLocalUser(user: SessionUser | null): void {
  useEffect(() => storeLocalUser(user), [user]);
}

export function storeLocalUser(user: SessionUser | null): void {
  // the offline page belongs to no person
  if (location.pathname === OFFLINE_PATH) return;
  try {
    if (!user) return localStorage.removeItem(KEY);
    const { name, avatar, type } = user;
    localStorage.setItem(KEY, JSON.stringify({ name, avatar, superadmin: type === "superadmin" }));
  } catch {
    // storage is forbidden or full
  }
}
