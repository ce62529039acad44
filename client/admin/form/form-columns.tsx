import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form.module.css';

/** Texts in the main column, choices in the side column. One column on narrow screens and next to a preview. */
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
