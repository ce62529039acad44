import { Button } from '@mantine/core';
import { addresses } from '../addresses.ts';
import { FailureNote } from '../ui/failure-note.tsx';
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
