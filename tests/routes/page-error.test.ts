import { describe, expect, it } from "vitest";
import { texts } from "#app/i18n/en/texts.ts";
import { describePageError, invalidParameter } from "#app/routes/page-error.ts";
import { englishOf } from "#tests/support/english.ts";

const t = englishOf("shell", texts);

/** A failed response as the router hands it to an error page. */
const routeError = (status: number, data: unknown = "") => ({ status, statusText: "", internal: false, data });
const describeError = (error: unknown, pathname: string) => describePageError(error, pathname, t);

describe("an error page", () => {
  it.each([
    ["a crash", new Error("bug")],
    ["a failure of the server", routeError(503)],
    ["a refusal", routeError(403)],
  ])("has the title of an internal error after %s (SPEC §2)", (_case, error) => {
    expect(describeError(error, "/room/kitchen").title).toBe("Internal Server Error");
  });

  it("tells that the server's disk is full", () => {
    expect(describeError(routeError(507), "/")).toEqual({
      ...{ status: 507, title: t("errorPage.diskFull"), text: t("errorPage.diskFullText") },
    });
  });

  it("names the missing path, or tells why a room may be missing", () => {
    expect(describeError(routeError(404), "/nowhere")).toEqual({ status: 404, title: "Page Not Found", path: "/nowhere" });
    expect(describeError(routeError(404), "/room/kitchen")).toEqual({
      ...{ status: 404, title: t("roomNotFound.title"), text: t("roomNotFound.text"), path: "/room/kitchen" },
    });
  });

  it("has the path in its title if a parameter of it is invalid, as people read it", async () => {
    const response = invalidParameter();
    const error = routeError(response.status, await response.text());
    expect(describeError(error, "/room/%D0%BA%D1%83%D1%85%D0%BD%D1%8F")).toEqual({
      ...{ status: 404, title: "Page Not Found: /room/кухня" },
    });
    expect(describeError(error, "/room/%E0%A4%A").title).toBe("Page Not Found: /room/%E0%A4%A");
  });
});
