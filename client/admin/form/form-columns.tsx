import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form.module.css';

/** The fields of a long form: texts in the main column, choices beside it. One column on phones. */
export function FormColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <Stack gap="lg" miw={0}>
        {main}
      </Stack>
      <Stack gap="lg" miw={0}>
        {side}
      </Stack>
    </div>
  );
}
