import { describe, expect, it } from "vitest";
import { EMPTY_SERVER_DRAFT, fieldOfRefusal, toServerCredentials, validateServer } from "#app/features/imports/server-form.ts";

const DRAFT = { ...EMPTY_SERVER_DRAFT, address: " music.example.com ", username: "mira", password: " p w " };

describe("the form of a server", () => {
  it("requires the fields of the chosen sign-in only", () => {
    expect(validateServer(EMPTY_SERVER_DRAFT, "api-key")).toEqual({ address: "field-required", apiKey: "field-required" });
    expect(validateServer(DRAFT, "password")).toEqual({});
    expect(validateServer(DRAFT, "api-key")).toEqual({ apiKey: "field-required" });
  });

  it("refuses an address that is none", () => {
    expect(validateServer({ ...DRAFT, address: "ftp://music" }, "password")).toEqual({ address: "service-address-invalid" });
  });

  it("sends the password as it was typed", () => {
    expect(toServerCredentials(DRAFT, "password")).toEqual({
      service: "subsonic",
      address: "music.example.com",
      login: { kind: "password", username: "mira", password: " p w " },
    });
  });

  it("shows a refusal at the field that it concerns", () => {
    expect(fieldOfRefusal("service-not-subsonic", "password")).toBe("address");
    expect(fieldOfRefusal("service-login-refused", "api-key")).toBe("apiKey");
    expect(fieldOfRefusal("network", "password")).toBeNull();
  });
});
