import { Badge } from '@mantine/core';
import classes from './unconfirmed.module.css';

/** Marks an entry of the log that only somebody's program told of. */
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
