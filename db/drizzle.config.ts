import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./db/schema.ts", "./db/account-schema.ts", "./db/track-schema.ts"],
  out: "./migrations",
});
