import { Box } from '@mantine/core';
import type { Role } from '../../../../src/shared/roles.ts';
import { ApiTokens } from '../../auth/api-tokens.tsx';
import classes from './users.module.css';

/** The section that lists, creates and revokes the API tokens of a user. */
export function UserTokens({ user: { id, role } }: { user: { id: number; role: Role } }) {
  return (
    <section className={classes.field} aria-label="API tokens">
      <h2 className={classes.label}>API tokens</h2>
      <Box maw="42rem">
        <ApiTokens owner={{ id, role }} />
      </Box>
    </section>
  );
}
