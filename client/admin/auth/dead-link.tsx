import { Button } from '@mantine/core';
import { addresses } from '../core/paths.ts';
import { FailureNote } from '../components/error-alert.tsx';
import classes from './password.module.css';

/** Explains why a link is invalid, and offers to request a new one. */
export function DeadLink({ reason }: { reason: string }) {
  return (
    <div className={classes.dead}>
      <FailureNote failure={{ message: reason }} />
      <Button component="a" href={addresses.forgotPassword} className={classes.next!} fullWidth size="md">
        Request a new link
      </Button>
    </div>
  );
}
