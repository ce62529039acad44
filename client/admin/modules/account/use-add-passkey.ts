import { useState } from 'react';
import { usePersonTasks } from '../../../api/person-tasks.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { createPasskey } from '../../auth/passkeys.ts';

/**
 * Returns `add`, which creates a passkey in the browser and stores the passkey on the server. `error` is the
 * error of the last attempt, or null.
 */
export function useAddPasskey(onAdded: (added: ApiOutputs['account']['addPasskey']) => Promise<void>) {
  const { client } = trpc.useUtils();
  const tasks = usePersonTasks();
  const [state, setState] = useState<{ error: unknown; isBusy: boolean }>({ error: null, isBusy: false });
  const add = async () => {
    setState({ error: null, isBusy: true });
    const context = { alone: true };
    try {
      const { options } = await client.account.beginPasskey.mutate(undefined, { context });
      const passkey = await tasks.follow(createPasskey(options));
      await onAdded(await client.account.addPasskey.mutate({ passkey }, { context }));
      setState({ error: null, isBusy: false });
    } catch (error) {
      setState({ error, isBusy: false });
    }
  };
  return { ...state, add };
}
