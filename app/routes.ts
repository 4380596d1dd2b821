import { index, type RouteConfig, route } from "@remix-run/route-config";

export default [
  index("routes/home.tsx"),
  route("room/:id", "routes/room.tsx"),
  route("dev/ui", "routes/dev.ui.tsx"),
  route("*", "routes/not-found.ts"),
] satisfies RouteConfig;
