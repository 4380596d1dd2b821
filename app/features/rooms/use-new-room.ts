import { useNavigate, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { storeIntent, useIntent } from "#app/app-state/pending-intent.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { parseRoomName } from "#app/domain/room/room-naming.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { type FunctionValue, mutation } from "#app/server-client/functions.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";

/** The form that creates a room. */
export function useNewRoom() {
  const userId = useUser()?.id;
  const [name, setName] = useState("");
  const [nameError, setNameError] = useState<ErrorCode | null>(null);
  const parsedName = parseRoomName(name);
  const creation = useCreateRoom();

  useIntent("name-room", {
    run(intent) {
      setName(intent.name);
      // Another user may have signed in, who did not request this room.
      if (intent.by === userId) void creation.submit(intent.name);
    },
  });

  return {
    name,
    parsedName,
    error: nameError ?? (creation.error && replaceInternal(creation.error, "room-create-failed")),
    isBusy: creation.isBusy,
    changeName(next: string) {
      setName(next);
      setNameError(null);
      creation.reset();
    },
    submit() {
      if (parsedName.ok) void creation.submit(name);
      else setNameError(parsedName.error);
    },
  };
}

/** Creates a room and opens it. If the session has ended, the name is stored until the same user has signed in. */
function useCreateRoom() {
  const userId = useUser()?.id;
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [isCreated, setCreated] = useState(false);

  const { submit, reset, error, isPending } = useSubmit<[string], FunctionValue<"rooms.create">, ErrorCode>(
    async (name) => {
      const created = await mutation("rooms.create", { name });
      if (!created.ok && created.error === "login-required") {
        if (userId) storeIntent({ to: "name-room", name, by: userId });
        // The loader of this page redirects to the sign-in and back.
        revalidator.revalidate();
      }
      return created;
    },
    (room) => {
      setCreated(true);
      navigate(`/room/${room.room_url}`, { state: { addTracks: true } });
    },
  );

  // The form stays busy until the room's page has replaced it: a second press would create a second room.
  return { submit, reset, error, isBusy: isPending || isCreated };
}
