import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Columns } from '../../../../src/shared/column-types.ts';
import { logNameOfModule, type ModuleName } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useTimeZone } from '../../components/choices-context.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { formatDateTimeIn } from '../../core/format-dates.ts';
import type { Resource } from '../resource-types.ts';
import { ComparedVersions } from './versions-page.tsx';
import classes from './versions.module.css';

interface HistoryPaneProps {
  resource: Resource;
  id: number;
  onClose: () => void;
}

/** Who changed which field when, beside the form. */
export function HistoryPane({ resource: { name, rowColumns }, id, onClose }: HistoryPaneProps) {
  const module = logNameOfModule(name);
  const query = trpc.activities.list.useQuery({ module, item_id: id, page: 1 });
  return (
    <section className={classes.history} aria-label="History">
      <Group justify="space-between" gap={8}>
        <h2 className={classes.heading}>History</h2>
        <Button variant="subtle" onClick={onClose}>
          Close
        </Button>
      </Group>
      <QueryBoundary query={query} subject="the history" skeleton={<Skeleton height={240} />}>
        {({ activities }) => (
          <ol className={classes.list} aria-label="Changes, newest first">
            {activities.map((entry) => (
              <li key={entry.id}>
                <Entry name={name} columns={rowColumns} id={id} entry={entry} />
              </li>
            ))}
          </ol>
        )}
      </QueryBoundary>
      <Link to={`/admin/activities?module=${module}&item_id=${id}`}>Show in the activity log</Link>
    </section>
  );
}

interface EntryProps {
  name: ModuleName;
  columns: Columns;
  id: number;
  entry: ApiOutputs['activities']['list']['activities'][number];
}

function Entry({ name, columns, id, entry }: EntryProps) {
  const timeZone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const {
    created_at,
    description,
    user_name,
    changes = {},
    version_before: before,
    version_after: after,
  } = entry;
  const labels = Object.keys(changes).map((key) => columns[key]?.heading ?? columns[key]?.label ?? key);
  const about = (
    <>
      <time dateTime={created_at}>{formatDateTimeIn(timeZone, created_at)}</time>
      <Text span c="dimmed" fz="var(--text-xs)">
        <bdi>{user_name}</bdi>
      </Text>
      <Text span c="dimmed" fz="var(--text-xs)">
        {labels.length > 0 ? `Changed: ${labels.join(', ')}` : description}
      </Text>
    </>
  );
  if (before === undefined || after === undefined || before === after)
    return <div className={classes.version}>{about}</div>;
  return (
    <>
      <button
        type="button"
        className={classes.version}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {about}
      </button>
      {isOpen && (
        <div className={classes.detail}>
          <ComparedVersions
            name={name}
            columns={columns}
            id={id}
            layout="inline"
            before={before}
            after={after}
          />
        </div>
      )}
    </>
  );
}
