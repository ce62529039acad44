import IconCalendarEvent from 'icon:calendar-event';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import type { Resource } from '../resource-types.ts';
import type { Row } from '../use-resource.ts';

// Loaded on demand: neither lists nor forms need it to show their rows.
export const PublishingDrawer = lazyDialog({
  name: 'the publishing settings',
  load: () => import('./publishing-drawer.tsx').then((file) => file.PublishingDrawer),
  onClose: ({ onClose }) => onClose(),
});

interface PublishingButtonProps {
  resource: Resource;
  row: Row;
  onStored: (row: Row) => void;
}

/** Opens the drawer of the row whose form is open. */
export function PublishingButton({ resource, row, onStored }: PublishingButtonProps) {
  const [opened, setOpened] = useState<Row>();
  const utils = trpc.useUtils();
  const open = async () => {
    const one = utils.client[resource.name].one as unknown as {
      query: (input: { id: number }) => Promise<Record<string, unknown>>;
    };
    // The form may be older than the dates.
    const found = await one.query({ id: row.id }).catch(() => undefined);
    setOpened((found && (Object.values(found)[0] as Row)) ?? row);
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
        <PublishingDrawer
          resource={resource}
          row={opened}
          onClose={() => setOpened(undefined)}
          onStored={onStored}
        />
      )}
    </>
  );
}
