/** A set of texts that is loaded together. */
export type Area =
  | "everywhere"
  | "room"
  | "roomSettings"
  | "devices"
  | "tracks"
  | "imports"
  | "chat"
  | "account"
  | "help"
  | "installed"
  | "dev";

/** The area of a page, by the first segment of its path. All other pages need only `everywhere`. */
const AREAS: Readonly<Record<string, Area>> = {
  room: "room",
  invite: "room",
  auth: "account",
  "reset-password": "account",
  protected: "account",
  settings: "account",
  help: "help",
  offline: "installed",
  share: "installed",
  dev: "dev",
};

export function areaOfPage(pathname: string): Area {
  return AREAS[pathname.split("/")[1] ?? ""] ?? "everywhere";
}
