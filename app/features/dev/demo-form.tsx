import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { demoLimits } from "./demo-limits.ts";

const AGES = { min: demoLimits.demoAgeMin, max: demoLimits.demoAgeMax };

function isAge(text: string): boolean {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) >= AGES.min && Number(text) <= AGES.max;
}

/** An error shows once a field is left or the form is sent, and goes as soon as the value is right. */
export function DemoForm() {
  const { t } = useTranslation(["dev", "errors"]);
  const [name, setName] = useState("");
  const [age, setAge] = useState("");
  const [looked, setLooked] = useState({ name: false, age: false });

  const send = (event: FormEvent) => {
    event.preventDefault();
    setLooked({ name: true, age: true });
    if (name.trim() !== "" && isAge(age)) notify({ title: t("form.done", { name, age }), variant: "success" });
  };

  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <TextField
        label={t("form.name")}
        name="name"
        value={name}
        onChange={setName}
        onBlur={() => setLooked({ ...looked, name: true })}
        isRequired
        maxLength={accountLimits.displayNameChars}
        count={{ value: name.length, max: accountLimits.displayNameChars }}
        autoComplete="off"
        error={looked.name && name.trim() === "" ? t("errors:field-required") : null}
      />
      <TextField
        label={t("form.age")}
        name="age"
        value={age}
        onChange={setAge}
        onBlur={() => setLooked({ ...looked, age: true })}
        isRequired
        inputMode="numeric"
        autoComplete="off"
        hint={t("form.ageHint", AGES)}
        error={looked.age && !isAge(age) ? t("form.ageError", AGES) : null}
      />
      <Button type="submit" variant="primary">
        {t("form.submit")}
      </Button>
    </form>
  );
}
