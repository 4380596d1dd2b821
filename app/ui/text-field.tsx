import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FieldError, Input, Label, TextField as RacTextField, Text } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button.tsx";
import { joinClasses } from "./join-classes.ts";

type TextFieldProps = {
  readonly label: string;
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: "text" | "email" | "password" | "search";
  readonly inputMode?: "text" | "numeric" | "email" | "url";
  readonly hint?: ReactNode;
  /** Takes the hint's place. */
  readonly error?: string | null | undefined;
  readonly count?: { readonly value: number; readonly max: number };
  readonly prefix?: string;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
};

const BOX =
  "flex min-h-11.5 items-center gap-2 rounded-md bg-overlay px-3 md:min-h-10 " +
  "has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-1 has-[input:focus-visible]:outline-focus";

export function TextField({
  label,
  type = "text",
  hint,
  error = null,
  count,
  prefix,
  placeholder = "",
  inputMode = "text",
  ...field
}: TextFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const isPassword = type === "password";
  const isInvalid = error !== null;

  return (
    <RacTextField
      {...field}
      type={isPassword && isShown ? "text" : type}
      inputMode={inputMode}
      isInvalid={isInvalid}
      // errors are ours to find and to word
      validationBehavior="aria"
      className="grid gap-1.5"
    >
      <div className="flex justify-between gap-2 text-small leading-[18px]">
        <Label className="font-label text-ink-2">{label}</Label>
        {count && (
          <span className="text-ink-3 tabular-nums">
            {count.value}/{count.max}
          </span>
        )}
      </div>
      <div
        className={joinClasses(
          BOX,
          isInvalid ? "inset-ring-[1.5px] inset-ring-danger-ink" : "inset-ring inset-ring-line-strong",
          isPassword && "pr-1",
        )}
      >
        {prefix && (
          <span aria-hidden className="-mr-1.5 text-lead whitespace-nowrap text-ink-3 md:text-body">
            {prefix}
          </span>
        )}
        <Input
          placeholder={placeholder}
          // below 16 px iOS zooms in
          className="h-full w-full min-w-0 flex-1 bg-transparent text-lead text-ink outline-none placeholder:text-ink-3 disabled:text-ink-off md:text-body"
        />
        {isPassword && (
          <IconButton
            size="sm"
            label={t(isShown ? "hidePassword" : "showPassword")}
            icon={isShown ? <EyeOff /> : <Eye />}
            isDisabled={field.isDisabled ?? false}
            onPress={() => setShown(!isShown)}
          />
        )}
      </div>
      {isInvalid ? (
        <FieldError className="flex items-start gap-1.5 text-small leading-[18px] font-[450] text-danger-ink">
          <CircleAlert size={14} strokeWidth={2} className="mt-0.5 shrink-0" />
          {error}
        </FieldError>
      ) : (
        hint !== undefined && (
          <Text slot="description" className="text-small leading-[18px] text-ink-3">
            {hint}
          </Text>
        )
      )}
    </RacTextField>
  );
}
