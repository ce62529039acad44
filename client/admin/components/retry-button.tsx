import { Button } from '@mantine/core';
import type { ApiErrorInfo } from '../../api/errors.ts';

/** Submits the surrounding form again. Renders nothing when fields must be corrected first. */
export function RetryButton({ failure }: { failure: ApiErrorInfo }) {
  if (Object.keys(failure.fields).length > 0) return null;
  return (
    <Button type="submit" size="compact-md" variant="default">
      Retry
    </Button>
  );
}
