import { Button, Group } from '@mantine/core';
import { useRef } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useAsk } from '../../components/ask.tsx';
import { Sessions } from '../../components/sessions.tsx';
import { UserSection } from './user-section.tsx';
import classes from './users.module.css';

/** Admins can end one session, or all but their own current one. */
export function UserSessions({ user: { id, name } }: { user: { id: number; name: string } }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused button disappears with its row.
  const onSuccess = () => heading.current?.focus();
  const one = trpc.users.endSession.useMutation({ onSuccess, meta: { done: 'Device signed out' } });
  const all = trpc.users.endSessions.useMutation({ onSuccess, meta: { done: 'All devices signed out' } });
  return (
    <UserSection title="Sessions" headingRef={heading}>
      <Sessions
        query={trpc.users.sessions.useQuery({ id })}
        one={one}
        all={all}
        onEnd={(session) => one.mutate({ id, session_id: session.id })}
        onEndAll={() => all.mutate({ id })}
        endAllLabel="Sign out all devices"
        empty={<p>{name} is signed in nowhere.</p>}
      />
    </UserSection>
  );
}

/** For a user who has lost the device. Renders nothing without factors. */
export function UserFactors({ user: { id, name } }: { user: { id: number; name: string } }) {
  const query = trpc.users.factors.useQuery({ id });
  const ask = useAsk();
  const remove = trpc.users.removeFactors.useMutation({ meta: { done: 'Second factors removed' } });
  const factors = query.data?.factors ?? [];
  if (factors.length === 0) return null;
  return (
    <UserSection title="Second factor">
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
    </UserSection>
  );
}
