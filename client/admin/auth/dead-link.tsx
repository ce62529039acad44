import { Button } from '@mantine/core';
import { ErrorAlert } from '../components/error-alert.tsx';
import { paths } from '../core/paths.ts';
import classes from './password.module.css';

/** Explains why a link is invalid, and offers to request a new one. */
export function DeadLink({ reason }: { reason: string }) {
  return (
    <div className={classes.dead}>
      <ErrorAlert failure={{ message: reason }} />
      <Button component="a" href={paths.forgotPassword} className={classes.next!} fullWidth size="md">
        Request a new link
      </Button>
    </div>
  );
}
