import { expect, it } from "vitest";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { getRoomsToWatch, withPendingFavorites } from "#app/features/rooms/use-live-updates.ts";
import { userId } from "#tests/support/builders.ts";
import { buildListed, buildView, nameRooms } from "./build-view.ts";

it("the lobby is asked for the loaded rooms that are not public, on any page", () => {
  const hidden = (name: string) => buildListed(name, { visibility: "hidden" });
  const view = buildView([hidden("first"), ...nameRooms(60), hidden("last")]);
  expect(getRoomsToWatch(view)).toEqual(["first", "last"]);
  expect(getRoomsToWatch(buildView([hidden("first"), ...nameRooms(60), hidden("last")], [0]))).toEqual(["first"]);
});

it("each result of a live query is shown with the favorite marks that are not stored yet", () => {
  const events: string[] = [];
  let receive: (result: Result<never>) => void = () => undefined;
  const live = withPendingFavorites(
    {
      subscribe(_path, _args, onResult) {
        receive = onResult;
        return () => void events.push("end");
      },
      close: () => undefined,
    },
    () => ({ mark: async () => undefined, receive: () => undefined, showPending: () => void events.push("marks") }),
  );
  const end = live.subscribe("users.getById", { id: userId("mira") }, (result) =>
    events.push(result.ok ? "result" : result.error),
  );
  // the query above is only passed on
  receive(ok({}) as Result<never>);
  receive(fail("network"));
  end();
  expect(events).toEqual(["result", "marks", "network", "marks", "end"]);
});
