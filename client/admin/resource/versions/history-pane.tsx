import { Button, Group, Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { logNameOfModule } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import type { Resource } from '../resource-types.ts';
import { ComparedVersions, VersionList } from './versions-page.tsx';
import classes from './versions.module.css';

interface HistoryPaneProps {
  resource: Resource;
  id: number;
  onClose: () => void;
}

/** Who changed which field when, beside the form. */
export function HistoryPane({ resource: { name, rowColumns }, id, onClose }: HistoryPaneProps) {
  const [opened, setOpened] = useState<number>();
  const query = trpc.versions[name].list.useQuery({ id });
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    pane.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <section
      ref={pane}
      className={classes.history}
      aria-label="History"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <Group justify="space-between" gap={8}>
        <h2 className={classes.heading}>History</h2>
        <Button variant="subtle" onClick={onClose}>
          Close
        </Button>
      </Group>
      <QueryBoundary query={query} subject="the history" skeleton={<Skeleton height={240} />}>
        {({ versions }) => (
          <VersionList
            versions={versions}
            columns={rowColumns}
            chosen={opened}
            onChoose={(number) => setOpened(number === opened ? undefined : number)}
            detail={(after, before) => (
              <ComparedVersions
                name={name}
                columns={rowColumns}
                id={id}
                layout="inline"
                before={before}
                after={after}
              />
            )}
          />
        )}
      </QueryBoundary>
      <Link to={`/admin/activities?module=${logNameOfModule(name)}&item_id=${id}`}>
        Show in the activity log
      </Link>
    </section>
  );
}
