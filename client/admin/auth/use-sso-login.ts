import { useState } from 'react';
import { roleByProvider } from '../../../src/shared/identity-provider.ts';
import { ssoTexts } from '../../../src/shared/sso-texts.ts';
import { parseApiError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import type { Session } from '../../session/session-storage.ts';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import type { ProviderReply } from './sso-script.ts';

const alone = { trpc: { context: { alone: true } } };

/** Signs in through the provider: by the reply of its button, or by a redirect to it and back. */
export function useSsoLogin() {
  const { leave } = useServices();
  const { isEntering, enter } = useEntering();
  const [problem, setProblem] = useState<string>();
  const onError = (error: unknown) => setProblem(ssoFailureText(error));
  const login = trpc.sso.login.useMutation({ ...alone, onSuccess: enter, onError });
  const begin = trpc.sso.begin.useMutation({ ...alone, onSuccess: ({ address }) => leave(address), onError });
  return {
    /** The error message for the banner. */
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

/** Completes a sign-in after the redirect back. */
export function useSsoFinish() {
  const { enter } = useEntering();
  const finish = trpc.sso.finish.useMutation({ ...alone, onSuccess: enter });
  return { submit: finish.mutate, error: finish.error };
}

/** Stores the session for this tab and opens the dashboard by a full page load. */
function useEntering() {
  const { sessions, leave } = useServices();
  const [isEntering, setEntering] = useState(false);
  const enter = ({ token, user }: Session) => {
    sessions.keep({ token, user }, false);
    setEntering(true);
    leave(paths.dashboard);
  };
  return { isEntering, enter };
}

/**
 * The statuses whose message is written for the person: about their role, token, account or attempts, or the
 * provider.
 */
const inWords = [403, 409, 422, 429, 503];

/** Returns the banner's text (docs/product.md, §6.9). */
export function ssoFailureText(error: unknown): string {
  const { message, status } = parseApiError(error);
  return (status !== undefined && inWords.includes(status) && message) || ssoTexts.refused;
}
