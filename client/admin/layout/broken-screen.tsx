import { Button } from '@mantine/core';
import { Notice } from '../ui/notice.tsx';

/** A screen that could not be loaded or drawn, most often because a newer version was installed meanwhile. */
export function BrokenScreen() {
  return (
    <Notice role="alert" title="This page could not be shown" text="Loading it again usually helps.">
      <Button onClick={() => window.location.reload()}>Load again</Button>
    </Notice>
  );
}
