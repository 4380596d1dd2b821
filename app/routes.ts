import { index, type RouteConfig, route } from "@remix-run/route-config";

export default [
  index("routes/home.tsx"),
  route("rooms/new", "routes/rooms.new.tsx"),
  route("room/:id", "routes/room.tsx"),
  route("invite/:code", "routes/invite.tsx"),
  route("auth", "routes/auth.tsx"),
  route("auth/done", "routes/auth_.done.tsx"),
  route("reset-password", "routes/reset-password.tsx"),
  route("protected", "routes/protected.tsx"),
  route("settings", "routes/settings.tsx"),
  route("help", "routes/help.tsx"),
  route("dev", "routes/dev.tsx", [
    index("routes/dev/index.tsx"),
    route("ui", "routes/dev/ui.tsx"),
    route("mail", "routes/dev/mail.tsx"),
    route("debug", "routes/dev/debug.tsx"),
    route("debug-migration", "routes/dev/debug-migration.tsx"),
    route("debug-r2", "routes/dev/debug-r2.tsx"),
    route("duplicates", "routes/dev/duplicates.tsx"),
    route("rooms/:id", "routes/dev/room.tsx"),
    route("*", "routes/dev/unknown.tsx"),
  ]),
  route("*", "routes/catch-all.ts"),
] satisfies RouteConfig;
