import { Button, Group } from '@mantine/core';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import classes from '../../components/components.module.css';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { LinkToCopy } from './link-to-copy.tsx';
import type { User } from './user-types.ts';

/**
 * Explains the link, then creates and shows it. Closing the dialog removes the link, so it is shown only
 * once.
 */
export function UserLinkMaker({ user, onClose }: { user: User; onClose: () => void }) {
  const make = trpc.users.createResetLink.useMutation();
  return (
    <>
      {make.data ? (
        <LinkToCopy name={user.name} {...make.data} />
      ) : (
        <p className={classes.question}>
          {user.name} can use this link once, within 60 minutes, to set a new password. Earlier links stop
          working; the current password works until then.
        </p>
      )}
      {make.error && <ErrorAlert failure={parseApiError(make.error)} />}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" data-autofocus onClick={onClose}>
          {make.data ? 'Close' : 'Cancel'}
        </Button>
        {!make.data && (
          <Button
            aria-disabled={make.isPending}
            onClick={() => !make.isPending && make.mutate({ id: user.id })}
          >
            {make.isPending ? 'Creating...' : 'Create link'}
          </Button>
        )}
      </Group>
    </>
  );
}
