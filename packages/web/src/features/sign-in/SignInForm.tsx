import { type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import { withNumber } from "../../mail-ui/failure-text.ts";
import { signIn, type SignInRefusal } from "../../store/session/sign-in-request.ts";
import { Button } from "../../ui/Button.tsx";
import { Field, Problem } from "../../ui/Field.tsx";
import styles from "./SignIn.module.css";

type FormProblem = SignInRefusal | "nameMissing" | "passwordMissing";

function wordsOf(problem: FormProblem, t: TFunction): string {
  if (typeof problem === "string") return t(`signIn.${problem}`);
  const text = t(`signIn.${problem.reason}`, { count: problem.reason === "wait" ? problem.seconds : 0 });
  return problem.reason === "mailServer" ? withNumber(text, problem.number, t) : text;
}

interface SignInFormProps {
  /** Where the name and the password go. */
  path: string;
}

/** Asks for name and password; what was typed stays when the server says no, but for the password. */
export function SignInForm({ path }: SignInFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<FormProblem>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (): Promise<void> => {
    const [who, secret] = [name.current, password.current];
    if (!who || !secret) return;
    if (who.value.trim() === "") return refuse("nameMissing", who);
    if (secret.value === "") return refuse("passwordMissing", secret);
    setBusy(true);
    const refusal = await signIn(path, who.value, secret.value).finally(() => setBusy(false));
    if (!refusal) return;
    if (refusal.reason === "wrong") secret.value = "";
    refuse(refusal, refusal.reason === "wrong" ? secret : who);
  };
  const refuse = (reason: typeof problem, input: HTMLInputElement): void => {
    setProblem(reason);
    input.focus();
  };
  const text = problem && wordsOf(problem, t);

  return (
    <form
      className={styles.form}
      noValidate
      aria-busy={isBusy}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
      <Field
        ref={name}
        label={t("signIn.name")}
        type="text"
        inputMode="email"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={problem === "nameMissing" ? true : undefined}
        aria-describedby={text ? `${id}-problem` : undefined}
        autoFocus
      />
      <Field
        ref={password}
        label={t("signIn.password")}
        type="password"
        name="password"
        autoComplete="current-password"
        aria-invalid={problem === "passwordMissing" ? true : undefined}
        aria-describedby={text ? `${id}-problem` : undefined}
      />
      {text && (
        <Problem className={styles.problem} id={`${id}-problem`}>
          {text}
        </Problem>
      )}
      <Button variant="primary" type="submit" className={styles.submit} disabled={isBusy}>
        {t(isBusy ? "signIn.busy" : "signIn.submit")}
      </Button>
    </form>
  );
}
