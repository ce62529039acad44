import IconCalendarEvent from 'icon:calendar-event';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { moduleClient, type Row, rowIn } from '../module-api.ts';
import type { Resource } from '../resource-types.ts';

// The drawer is loaded on demand, because lists and forms do not need it to show their rows.
export const LazyPublishingDrawer = lazyDialog({
  name: 'the publishing settings',
  load: () => import('./publishing-drawer.tsx').then((file) => file.PublishingDrawer),
  onClose: ({ onClose }) => onClose(),
});

interface PublishingButtonProps {
  resource: Resource;
  row: Row;
  onStored: (row: Row) => void;
}

/** A button that opens the publishing drawer of the row whose form is open. */
export function PublishingButton({ resource, row, onStored }: PublishingButtonProps) {
  const [opened, setOpened] = useState<Row>();
  const utils = trpc.useUtils();
  const open = async () => {
    const { name } = resource;
    // The dates may have changed since the form was loaded, so the row is loaded again.
    const found = await moduleClient(utils, name)
      .one.query({ id: row.id })
      .catch(() => undefined);
    setOpened(found ? rowIn(name, found) : row);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarEvent size={17} stroke={1.6} />}
        onClick={() => void open()}
      >
        Publishing
      </Button>
      {opened && (
        <LazyPublishingDrawer
          resource={resource}
          row={opened}
          onClose={() => setOpened(undefined)}
          onStored={onStored}
        />
      )}
    </>
  );
}
