import { useState } from "react";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SearchField } from "#app/ui/search-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { DemoForm } from "./demo-form.tsx";
import { DemoGroup, DemoSection } from "./demo-section.tsx";

export function FieldDemo() {
  const { t } = useTranslation("dev");
  return (
    <DemoSection title={t("fields.title")}>
      <div className="grid gap-8 md:grid-cols-2 lg:grid-cols-3">
        <div className="grid content-start gap-4">
          <EditableFields />
        </div>
        <div className="grid content-start gap-4">
          <FieldStates />
        </div>
        <DemoGroup title={t("fields.form")}>
          <DemoForm />
        </DemoGroup>
      </div>
    </DemoSection>
  );
}

function EditableFields() {
  const { t } = useTranslation(["dev", "auth"]);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("secret");
  const [address, setAddress] = useState("sunday-leftovers");
  return (
    <>
      <TextField
        label={t("dev:sample.roomName")}
        value={name}
        onChange={setName}
        placeholder={t("dev:sample.roomHint")}
        maxLength={roomLimits.roomNameChars}
        count={{ value: name.length, max: roomLimits.roomNameChars }}
      />
      <TextField
        label={t("auth:password")}
        type="password"
        value={password}
        onChange={setPassword}
        hint={t("auth:passwordHint")}
        autoComplete="off"
      />
      <TextField label={t("dev:sample.address")} value={address} onChange={setAddress} prefix="room/" />
    </>
  );
}

function FieldStates() {
  const { t } = useTranslation(["dev", "shell"]);
  const [file, setFile] = useState<string>(t("dev:sample.coverFile"));
  const [artist, setArtist] = useState("");
  const [query, setQuery] = useState("");
  return (
    <>
      <TextField label={t("dev:sample.cover")} value={file} onChange={setFile} error={t("dev:sample.coverError")} />
      <TextField
        label={t("dev:sample.artist")}
        value={artist}
        onChange={setArtist}
        placeholder={t("dev:sample.mixed")}
        hint={t("dev:sample.artistHint")}
      />
      <TextField label={t("dev:sample.roomName")} value={t("dev:sample.room")} onChange={() => undefined} isDisabled />
      <SearchField label={t("shell:searchRooms")} value={query} onChange={setQuery} />
    </>
  );
}
