import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FieldError, Input, Label, TextField as RacTextField, Text } from "react-aria-components/TextField";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type CharacterCount, FieldHeader } from "./field-header.tsx";
import { IconButton } from "./icon-button.tsx";
import { joinClasses } from "./join-classes.ts";

type TextFieldProps = {
  readonly label: string;
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: "text" | "email" | "password";
  readonly inputMode?: "text" | "numeric" | "email" | "url";
  readonly hint?: ReactNode;
  /** Replaces the hint. */
  readonly error?: string | null | undefined;
  readonly count?: CharacterCount;
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
  "forced-edge flex min-h-11.5 items-center gap-2 rounded-md bg-overlay px-3 md:min-h-10 pointer-coarse:min-h-11.5 " +
  "has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-1 has-[input:focus-visible]:outline-focus";

export function TextField({ label, type = "text", hint, error = null, count, prefix, ...props }: TextFieldProps) {
  const { placeholder = "", inputMode = "text", ...field } = props;
  const [isRevealed, setRevealed] = useState(false);
  const isPassword = type === "password";
  const isInvalid = error !== null;
  const ring = isInvalid ? "inset-ring-[1.5px] inset-ring-danger-ink" : "inset-ring inset-ring-line-strong";
  return (
    <RacTextField
      {...field}
      type={isPassword && isRevealed ? "text" : type}
      inputMode={inputMode}
      isInvalid={isInvalid}
      // the forms validate their fields themselves, not the browser
      validationBehavior="aria"
      className="grid gap-1.5"
    >
      <FieldHeader count={count}>
        <Label className="font-label text-ink-2">{label}</Label>
      </FieldHeader>
      <div className={joinClasses(BOX, ring, isPassword && "pr-1")}>
        {prefix && <Prefix>{prefix}</Prefix>}
        <Input
          placeholder={placeholder}
          // As high as its box, all of which is the target. iOS zooms in on fields with a font below 16 px.
          className="w-full min-w-0 flex-1 self-stretch bg-transparent text-lead text-ink outline-none placeholder:text-ink-3 disabled:text-ink-off md:text-body"
        />
        {isPassword && <RevealButton isRevealed={isRevealed} isDisabled={field.isDisabled ?? false} onChange={setRevealed} />}
      </div>
      {isInvalid ? <ErrorLine>{error}</ErrorLine> : hint !== undefined && <HintLine>{hint}</HintLine>}
    </RacTextField>
  );
}

function Prefix({ children }: { readonly children: string }) {
  return (
    <span aria-hidden className="-mr-1.5 text-lead whitespace-nowrap text-ink-3 md:text-body">
      {children}
    </span>
  );
}

type RevealButtonProps = {
  readonly isRevealed: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isRevealed: boolean) => void;
};

/** Shows or hides the characters of a password. */
function RevealButton({ isRevealed, isDisabled, onChange }: RevealButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      size="sm"
      label={t(isRevealed ? "hidePassword" : "showPassword")}
      icon={isRevealed ? <EyeOff /> : <Eye />}
      isDisabled={isDisabled}
      onPress={() => onChange(!isRevealed)}
    />
  );
}

function ErrorLine({ children }: { readonly children: string }) {
  return (
    <FieldError className="flex items-start gap-1.5 text-small leading-[18px] font-[450] text-danger-ink">
      <CircleAlert size={14} strokeWidth={2} className="mt-0.5 shrink-0" />
      {children}
    </FieldError>
  );
}

function HintLine({ children }: { readonly children: ReactNode }) {
  return (
    <Text slot="description" className="text-small leading-[18px] text-ink-3">
      {children}
    </Text>
  );
}
