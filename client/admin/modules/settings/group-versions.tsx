import { Button } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useAsk } from '../../components/ask.tsx';
import { SiteTime } from '../../components/site-time.tsx';
import { InlineQueryError } from '../../components/query-boundary.tsx';
import type { Group, GroupName } from './group-model.ts';
import rows from '../../components/rows.module.css';
import classes from './settings.module.css';
import { useSettingsCache } from './use-group-form.ts';

interface GroupVersionsProps {
  name: GroupName;
  group: Group;
  onRestored: () => void;
}

export function GroupVersions({ name, group, onRestored }: GroupVersionsProps) {
  const [isOpen, setOpen] = useState(false);
  const ask = useAsk();
  const { keep, refresh } = useSettingsCache();
  const query = trpc.settings.versions.useQuery({ group: name }, { enabled: isOpen });
  const restore = trpc.settings.restore.useMutation({
    meta: { done: 'The version was restored. Visitors see it now.' },
    onSuccess: async (stored) => {
      keep(name, stored);
      onRestored();
      await refresh(name);
    },
  });
  if (group.version === 0) return null;
  return (
    <details className={classes.section} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.sectionName}>
        <h2>Earlier versions</h2>
      </summary>
      <InlineQueryError query={query} title="Couldn’t load the versions." />
      <ol className={rows.rows}>
        {query.data?.versions.map(({ version, user_name, created_at }) => (
          <li key={version} className={rows.row}>
            <span className={rows.facts}>
              <SiteTime at={created_at} /> · {user_name}
            </span>
            {version === group.version ? (
              <span className={rows.fact}>Current</span>
            ) : (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Restore version ${version}`}
                onClick={() =>
                  ask({
                    title: 'Restore this version?',
                    question: 'Visitors see it at once. The current version stays in this list.',
                    answer: 'Restore',
                    busyAnswer: 'Restoring...',
                    run: () => restore.mutateAsync({ group: name, version }),
                  })
                }
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
