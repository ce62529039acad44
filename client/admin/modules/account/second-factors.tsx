import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useServices } from '../../core/admin-context.ts';
import { canUsePasskeys } from '../../auth/passkey-support.ts';
import { createPasskey } from '../../auth/passkeys.ts';
import { loginFailureText } from '../../auth/use-login.ts';
import { useAsk } from '../../components/ask.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { isEnrolmentRequired } from '../../core/open-screens.ts';
import classes from './account.module.css';
import { FactorList } from './factor-list.tsx';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';
import { TotpModal } from './totp-modal.tsx';

/** Creates a passkey in the browser and stores it on the server. */
function useAddPasskey(onAdded: (added: ApiOutputs['account']['addPasskey']) => void) {
  const { client } = trpc.useUtils();
  const tasks = useServices().tasks;
  const context = { alone: true };
  const store = trpc.account.addPasskey.useMutation({ trpc: { context }, onSuccess: onAdded });
  return useMutation({
    mutationFn: async () => {
      const { options } = await client.account.beginPasskey.mutate(undefined, { context });
      return store.mutateAsync({ passkey: await tasks.follow(createPasskey(options)) });
    },
  });
}

type Factors = ApiOutputs['account']['factors'];

export function SecondFactors() {
  const query = trpc.account.factors.useQuery();
  return (
    <QueryBoundary query={query} subject="the second factors" skeleton={<Skeleton height={120} />}>
      {(factors) => <Loaded {...factors} />}
    </QueryBoundary>
  );
}

function Loaded(loaded: Factors) {
  const { factors, recovery_codes_left, can_add } = loaded;
  const isRequired = isEnrolmentRequired(loaded);
  const [isAddingTotp, setAddingTotp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const onAdded = ({ factor, recovery_codes }: ApiOutputs['account']['addTotp']) => {
    setAddingTotp(false);
    // A notification would cover the button that closes the codes, on narrow screens.
    if (recovery_codes) setCodes(recovery_codes);
    else notifySuccess(factor.kind === 'passkey' ? 'Passkey added' : 'Authenticator app set up');
  };
  const passkey = useAddPasskey(onAdded);
  const ask = useAsk();
  const renew = trpc.account.makeRecoveryCodes.useMutation({
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
  });
  const askRenewal = () =>
    ask({
      title: 'Create new recovery codes',
      question: 'You get ten new codes. The codes you have stored stop working.',
      answer: 'Create new codes',
      busyAnswer: 'Creating...',
      run: () => renew.mutateAsync(),
    });
  return (
    <Stack gap="md">
      {passkey.error !== null && <ErrorAlert failure={{ message: loginFailureText(passkey.error) }} />}
      {isRequired && <Enrolment />}
      {factors.length > 0 && <FactorList factors={factors} />}
      {factors.length === 0 && !isRequired && (
        <p>
          {can_add
            ? 'Not set up. Your password alone opens your account.'
            : 'You sign in by single sign-on, so your second factor is set up at the provider.'}
        </p>
      )}
      {can_add && (
        <Group gap="sm">
          <Button variant="default" onClick={() => setAddingTotp(true)}>
            Add an authenticator app
          </Button>
          {canUsePasskeys() && (
            <Button variant="default" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
              {passkey.isPending ? 'Waiting for the passkey...' : 'Add a passkey'}
            </Button>
          )}
        </Group>
      )}
      {factors.length > 0 && (
        <Group gap={8} justify="space-between">
          <p className={rows.fact}>
            {recovery_codes_left} of 10 recovery codes left.
            {recovery_codes_left < 3 && ' Create new ones before they run out.'}
          </p>
          <Button variant="subtle" size="compact-md" onClick={askRenewal}>
            Create new codes
          </Button>
        </Group>
      )}
      {isAddingTotp && <TotpModal onAdded={onAdded} onClose={() => setAddingTotp(false)} />}
      <RecoveryCodesModal codes={codes} onClose={() => setCodes(undefined)} />
    </Stack>
  );
}

/** Scrolls into view and takes the focus. */
function Enrolment() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
    place.current?.focus();
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={classes.enrolment} role="status">
      <h3 className={rows.name}>Set up a second factor to continue</h3>
      <p>
        Your role needs one. Add an authenticator app on your phone, or a passkey of this device. Everything
        else opens when you are done.
      </p>
    </div>
  );
}
