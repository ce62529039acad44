import { useState } from 'react';
import { roleByProvider } from '../../../src/shared/identity-provider.ts';
import { ssoTexts } from '../../../src/shared/sso-texts.ts';
import type { Session } from '../../lib/session-store.ts';
import { trpc } from '../../lib/trpc.ts';
import { addresses } from '../addresses.ts';
import { useParts } from '../parts.ts';
import type { ProviderReply } from './provider-script.ts';
import { ssoFailureText } from './sso-failure.ts';

const alone = { trpc: { context: { alone: true } } };

/** Signing in by the provider: by its button's reply, or by a way there and back. */
export function useSsoLogin() {
  const { leave } = useParts();
  const { isEntering, enter } = useEntering();
  const [problem, setProblem] = useState<string>();
  const onError = (error: unknown) => setProblem(ssoFailureText(error));
  const login = trpc.sso.login.useMutation({ ...alone, onSuccess: enter, onError });
  const begin = trpc.sso.begin.useMutation({ ...alone, onSuccess: ({ address }) => leave(address), onError });
  return {
    /** Why it failed, in the words of the banner. */
    problem,
    forget: () => setProblem(undefined),
    isBusy: login.isPending || begin.isPending || isEntering,
    begin: () => begin.mutate(),
    submit: ({ roles, ...reply }: ProviderReply) =>
      login.mutate({ ...reply, role: roleByProvider(roles) ?? '' }),
    fail: () => setProblem(ssoTexts.failed),
  };
}
export type SsoLogin = ReturnType<typeof useSsoLogin>;

/** The end of the way there and back. */
export function useSsoFinish() {
  const { enter } = useEntering();
  const finish = trpc.sso.finish.useMutation({ ...alone, onSuccess: enter });
  return { submit: finish.mutate, error: finish.error };
}

/** Keeps a session for this tab and opens the dashboard by a full load. */
function useEntering() {
  const { sessions, leave } = useParts();
  const [isEntering, setEntering] = useState(false);
  const enter = ({ token, user }: Session) => {
    sessions.keep({ token, user }, false);
    setEntering(true);
    leave(addresses.dashboard);
  };
  return { isEntering, enter };
}
