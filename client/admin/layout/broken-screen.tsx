import { Button } from '@mantine/core';
import { Notice } from '../ui/notice.tsx';

/** A screen that could not be loaded or drawn, most often because a newer version was installed meanwhile. */
export function BrokenScreen() {
  return (
    <Notice role="alert" title="This page failed to load" text="Reload the page to try again.">
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </Notice>
  );
}
