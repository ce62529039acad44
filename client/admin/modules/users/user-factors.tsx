import { Button, Group } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import { useAsk } from '../../components/ask.tsx';
import classes from './users.module.css';

/**
 * The section that lists the second factors of a user. Admins remove all factors of a user who has lost the
 * device. Renders nothing for a user without factors.
 */
export function UserFactors({ user: { id, name } }: { user: { id: number; name: string } }) {
  const query = trpc.users.factors.useQuery({ id });
  const ask = useAsk();
  const remove = trpc.users.removeFactors.useMutation({ meta: { done: 'Second factors removed' } });
  const factors = query.data?.factors ?? [];
  if (factors.length === 0) return null;
  return (
    <section className={classes.field} aria-label="Second factor">
      <h2 className={classes.label}>Second factor</h2>
      <p>{factors.map((factor) => factor.name).join(', ')}</p>
      <p className={classes.facts}>
        If {name} has lost the device and the recovery codes, remove the second factors. Make sure that it is
        really {name} who asks.
      </p>
      <Group gap={8} mt="sm">
        <Button
          variant="subtle"
          color="signal"
          onClick={() =>
            ask({
              title: 'Remove second factors',
              question: `${name} will be signed out everywhere and can sign in with the password alone, until a new second factor is set up.`,
              answer: 'Remove',
              busyAnswer: 'Removing...',
              isDangerous: true,
              run: () => remove.mutateAsync({ id }),
            })
          }
        >
          Remove second factors
        </Button>
      </Group>
    </section>
  );
}
