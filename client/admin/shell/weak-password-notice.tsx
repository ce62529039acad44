import { Alert, Button, Group } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../core/paths.ts';

/** After 'Not now', it does not appear again in the same session. */
export function WeakPasswordNotice() {
  const { account } = trpc.useUtils();
  const { pathname } = useLocation();
  const dismiss = trpc.account.dismissPasswordNotice.useMutation({
    onMutate: () => account.passwordNotice.setData(undefined, { is_shown: false }),
  });
  return (
    <Alert color="accent" role="status" title="Please choose another password" mb="lg">
      <p>
        Your password is on a list that anybody would try first, or close to it. It goes on working until you
        change it.
      </p>
      <Group gap="sm" mt="sm">
        {pathname !== paths.account && (
          <Button component={Link} to={paths.account} variant="default" size="sm">
            Change password
          </Button>
        )}
        <Button variant="subtle" size="sm" onClick={() => dismiss.mutate()}>
          Not now
        </Button>
      </Group>
    </Alert>
  );
}
