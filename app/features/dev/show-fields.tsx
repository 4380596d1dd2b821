import { useState } from "react";
import { useTranslation } from "react-i18next";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { SearchField } from "#app/ui/search-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { DemoForm } from "./demo-form.tsx";
import { ShowGroup, ShowSection } from "./show-section.tsx";

export function ShowFields() {
  const { t } = useTranslation(["dev", "auth", "shell", "errors"]);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("secret");
  const [query, setQuery] = useState("");
  const [address, setAddress] = useState("sunday-leftovers");
  const [artist, setArtist] = useState("");
  const [file, setFile] = useState<string>(t("sample.coverFile"));

  return (
    <ShowSection title={t("fields.title")}>
      <div className="grid gap-8 md:grid-cols-2 lg:grid-cols-3">
        <div className="grid content-start gap-4">
          <TextField
            label={t("sample.roomName")}
            value={name}
            onChange={setName}
            placeholder={t("sample.roomHint")}
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
          <TextField label={t("sample.address")} value={address} onChange={setAddress} prefix="room/" />
        </div>
        <div className="grid content-start gap-4">
          <TextField label={t("sample.cover")} value={file} onChange={setFile} error={t("sample.coverError")} />
          <TextField
            label={t("sample.artist")}
            value={artist}
            onChange={setArtist}
            placeholder={t("sample.mixed")}
            hint={t("sample.artistHint")}
          />
          <TextField label={t("sample.roomName")} value={t("sample.room")} onChange={setName} isDisabled />
          <SearchField label={t("shell:searchRooms")} value={query} onChange={setQuery} />
        </div>
        <ShowGroup title={t("fields.form")}>
          <DemoForm />
        </ShowGroup>
      </div>
    </ShowSection>
  );
}
