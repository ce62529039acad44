import { useMutation } from '@tanstack/react-query';
import { usePersonTasks } from '../../../api/person-tasks.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { createPasskey } from '../../auth/passkeys.ts';

/** Returns the mutation that creates a passkey in the browser and stores the passkey on the server. */
export function useAddPasskey(onAdded: (added: ApiOutputs['account']['addPasskey']) => void) {
  const { client } = trpc.useUtils();
  const tasks = usePersonTasks();
  const context = { alone: true };
  const store = trpc.account.addPasskey.useMutation({ trpc: { context }, onSuccess: onAdded });
  return useMutation({
    mutationFn: async () => {
      const { options } = await client.account.beginPasskey.mutate(undefined, { context });
      return store.mutateAsync({ passkey: await tasks.follow(createPasskey(options)) });
    },
  });
}
