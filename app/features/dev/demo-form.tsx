import { type FormEvent, useState } from "react";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { demoLimits } from "./demo-limits.ts";

const AGES = { min: demoLimits.demoAgeMin, max: demoLimits.demoAgeMax };

/** An error appears when a field is left or the form is submitted, and disappears as soon as the value is valid. */
export function DemoForm() {
  const { t } = useTranslation("dev");
  const { name, setName, age, setAge, touch, errors, submit } = useDemoForm();
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label={t("form.name")}
        name="name"
        value={name}
        onChange={setName}
        onBlur={() => touch("name")}
        isRequired
        maxLength={accountLimits.displayNameChars}
        count={{ value: name.length, max: accountLimits.displayNameChars }}
        autoComplete="off"
        error={errors.name}
      />
      <TextField
        label={t("form.age")}
        name="age"
        value={age}
        onChange={setAge}
        onBlur={() => touch("age")}
        isRequired
        inputMode="numeric"
        autoComplete="off"
        hint={t("form.ageHint", AGES)}
        error={errors.age}
      />
      <Button type="submit" variant="primary">
        {t("form.submit")}
      </Button>
    </form>
  );
}

function useDemoForm() {
  const { t } = useTranslation(["dev", "errors"]);
  const [name, setName] = useState("");
  const [age, setAge] = useState("");
  const [touched, setTouched] = useState({ name: false, age: false });
  const isNameMissing = name.trim() === "";

  return {
    name,
    setName,
    age,
    setAge,
    touch: (field: "name" | "age") => setTouched({ ...touched, [field]: true }),
    errors: {
      name: touched.name && isNameMissing ? t("errors:field-required") : null,
      age: touched.age && !isAge(age) ? t("dev:form.ageError", AGES) : null,
    },
    submit(event: FormEvent) {
      event.preventDefault();
      setTouched({ name: true, age: true });
      if (!isNameMissing && isAge(age)) notify({ title: t("dev:form.done", { name, age }), variant: "success" });
    },
  };
}

function isAge(text: string): boolean {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) >= AGES.min && Number(text) <= AGES.max;
}
