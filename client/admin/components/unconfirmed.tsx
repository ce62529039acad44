import { Badge } from '@mantine/core';
import classes from './unconfirmed.module.css';

/** Marks a log entry that was reported by a client's program and not confirmed by the server. */
export function Unconfirmed() {
  return (
    <Badge
      className={classes.unconfirmed!}
      tt="none"
      variant="light"
      color="signal"
      title="Reported through the API; no matching change was found."
    >
      Unverified
    </Badge>
  );
}
