import { Button } from '@mantine/core';
import type { Failure } from '../../lib/failure.ts';

/** Sends the form that it stands in once more; not where fields have to be corrected first. */
export function RetryButton({ failure }: { failure: Failure }) {
  if (Object.keys(failure.fields).length > 0) return null;
  return (
    <Button type="submit" size="compact-md" variant="default">
      Retry
    </Button>
  );
}
