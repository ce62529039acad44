import { useState } from 'react';
import { parseApiError, type SecondStep } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import type { Session } from '../../session/session-storage.ts';
import { PasskeyFailed } from './passkey-support.ts';

type OnSignedIn = (session: Session, isRemembered: boolean) => void;

const alone = { trpc: { context: { alone: true } } };

export function useLogin(onSignedIn: OnSignedIn) {
  const [isRemembered, setRemembered] = useState(false);
  const login = trpc.auth.login.useMutation({
    ...alone,
    onMutate: ({ remember }) => setRemembered(remember === true),
    onSuccess: (session, { remember }) => entering.enter(session, remember === true),
    onError: (error) => second.begin(error),
  });
  const entering = useEntering(onSignedIn);
  const second = useSecondFactorStep((session) => entering.enter(session, isRemembered), login.reset);
  const passkey = usePasskeyLogin(entering.enter);
  return {
    submit: login.mutate,
    error: second.step ? null : (second.lost ?? passkey.error ?? login.error),
    forget: passkey.reset,
    submitPasskey: passkey.submit,
    second,
    // Busy until the next page replaces this one, so that the button does not flicker.
    isBusy: login.isPending || passkey.isPending || entering.isLeaving,
  };
}
export type Login = ReturnType<typeof useLogin>;

function useEntering(onSignedIn: OnSignedIn) {
  const [isLeaving, setLeaving] = useState(false);
  const enter = ({ token, user }: Session, isRemembered: boolean) => {
    setLeaving(true);
    onSignedIn({ token, user }, isRemembered);
  };
  return { isLeaving, enter };
}

/**
 * `begin` starts the step if the first answer requests it. After the error `lost`, the person repeats the first
 * step.
 */
export function useSecondFactorStep(onSignedIn: (session: Session) => void, onLost: () => void = () => {}) {
  const [step, setStep] = useState<SecondStep>();
  const [lost, setLost] = useState<unknown>(null);
  const [isDone, setDone] = useState(false);
  const { client } = trpc.useUtils();
  const answer = trpc.auth.secondFactor.useMutation({
    ...alone,
    onSuccess: (session) => {
      setDone(true);
      onSignedIn(session);
    },
    onError: (error) => {
      if (!parseApiError(error).fields.challenge) return;
      setLost(error);
      setStep(undefined);
      onLost();
    },
  });
  const [failed, setFailed] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  const challenge = step?.challenge ?? '';
  const submitPasskey = async () => {
    answer.reset();
    setFailed(null);
    setAsking(true);
    try {
      const { fetchAndAnswerChallenge: askForPasskey } = await loadPasskeys();
      answer.mutate({ challenge, passkey: await askForPasskey(client) });
    } catch (error) {
      setFailed(error);
    } finally {
      setAsking(false);
    }
  };
  return {
    step,
    lost,
    begin: (error: unknown) => {
      setLost(null);
      answer.reset();
      setStep(parseApiError(error).secondFactor);
    },
    cancel: () => {
      setStep(undefined);
      onLost();
    },
    submitCode: (one_time_code: string) => {
      setFailed(null);
      answer.mutate({ challenge, one_time_code });
    },
    submitPasskey,
    error: failed ?? answer.error,
    isBusy: isAsking || answer.isPending || isDone,
  };
}

function usePasskeyLogin(enter: OnSignedIn) {
  const { client } = trpc.useUtils();
  const [state, setState] = useState<{ error: unknown; isPending: boolean }>({
    error: null,
    isPending: false,
  });
  const submit = async (remember: boolean) => {
    setState({ error: null, isPending: true });
    try {
      const { signInByPasskey } = await loadPasskeys();
      enter(await signInByPasskey(client, remember), remember);
      setState({ error: null, isPending: false });
    } catch (error) {
      setState({ error, isPending: false });
    }
  };
  return { ...state, submit, reset: () => setState({ error: null, isPending: false }) };
}

// Loaded when somebody uses a passkey.
const loadPasskeys = () => import('./passkeys.ts');

/** The texts are fixed (docs/product.md, §8.7). */
export function loginFailureText(error: unknown): string {
  if (error instanceof PasskeyFailed) return error.message;
  const { message, fields, status } = parseApiError(error);
  const fromServer = status === undefined ? undefined : fields.passkey || message || fields.email;
  return fromServer || 'Login failed. Please try again.';
}
