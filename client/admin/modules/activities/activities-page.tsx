import IconArrowRight from 'icon:arrow-right';
import { Box, Text, VisuallyHidden } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ActivityType, activityTypes, pageSizes } from '../../../../src/shared/enumerations.ts';
import { activityModules, findModuleByLogName } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ActivityIcon, ActivitySentence } from '../../components/activity-marks.tsx';
import { formatDateTime } from '../../core/format-dates.ts';
import type { Column, RowDetail } from '../../list/data-table.tsx';
import { ListRows } from '../../list/list-rows.tsx';
import { ExportButton, ListToolbar } from '../../list/list-toolbar.tsx';
import { apiTokenLabel, logColumns } from '../../list/log-columns.tsx';
import { PagedList } from '../../list/paged-list.tsx';
import { pageQueryOf, useListParams } from '../../list/use-list-params.ts';
import classes from './activities.module.css';
import { toFieldName, toReadablePair } from './field-changes.ts';
import { useEntryActions } from './use-entry-actions.tsx';

const sorts = ['module', 'created_at'] as const;

const moduleColumn: Column<Activity> = {
  id: 'module',
  header: 'Module',
  isSortable: true,
  cell: ({ module }) => module && toModuleName(module),
};

const detail: RowDetail<Activity> = {
  text: 'Changes',
  label: ({ description }) => `Changes of: ${description}`,
  render: ({ changes, created_at }) =>
    changes && Object.keys(changes).length > 0 ? (
      <ActivityChanges changes={changes} at={created_at} />
    ) : undefined,
};

const columns = logColumns<Activity>({
  what: {
    id: 'what',
    header: 'What',
    icon: ({ type }) => <ActivityIcon type={type} />,
    sentence: (entry) => <ActivitySentence {...entry} />,
  },
  noteOf,
  who: ({ user_name }) => <bdi>{user_name}</bdi>,
  addressOf: ({ user_email }) => user_email,
  before: [moduleColumn],
  isTimeSortable: true,
});

export function ActivitiesPage() {
  const params = useListParams({ name: 'activities', pageSize: pageSizes.activities, sorts });
  const type = activityTypes.find((name) => name === params.filter('type'));
  const module = activityModules.find((name) => name === params.filter('module'));
  const { search } = params;
  const query = trpc.activities.list.useQuery(
    { ...pageQueryOf(params), sort: params.sort, type, module },
    { placeholderData: keepPreviousData },
  );
  const activities = query.data?.activities ?? [];
  const actions = useEntryActions();
  return (
    <PagedList
      title="Activity Log"
      action={<ExportButton path="/api/admin/activities.csv" filter={{ type, module, search }} />}
      subject="the activities"
      nouns={{ one: 'entry', many: 'entries' }}
      params={params}
      query={query}
      rows={activities}
      titleOf={({ description }) => description}
      filters={[
        { name: 'type', label: 'Type', allLabel: 'All types', options: typeOptions },
        { name: 'module', label: 'Module', allLabel: 'All modules', options: moduleOptions },
      ]}
    >
      <ListToolbar searchPlaceholder="Search by description or user" columns={columns} />
      <ListRows
        rows={activities}
        columns={columns}
        actions={actions}
        detail={detail}
        empty={{
          title: 'No activities found',
          first: 'Changes made in the panel will appear here.',
          filtered: 'Try a different search or filter.',
        }}
      />
    </PagedList>
  );
}

/** The token of a change and its program's note, but not the note of an unverified entry. */
function noteOf({ verified, note, user_name, via }: Activity): ReactNode {
  const hasNote = verified && note;
  const token = apiTokenLabel(via);
  if (!hasNote && !token) return undefined;
  return (
    <>
      {token && `Through ${token}. `}
      {hasNote && (
        <>
          <bdi dir="ltr">Note by {user_name}: </bdi>
          <bdi>{note}</bdi>
        </>
      )}
    </>
  );
}

interface ActivityChangesProps {
  changes: NonNullable<Activity['changes']>;
  /** ISO 8601. */
  at: string;
}

function ActivityChanges({ changes, at }: ActivityChangesProps) {
  return (
    <div className={classes.activityChanges}>
      <Text mb={8} c="dimmed" fz="xs">
        Changed on {formatDateTime(at)}
      </Text>
      <Box component="dl">
        {Object.entries(changes).map(([field, change]) => {
          const [before, after] = toReadablePair(field, change);
          return (
            <div key={field} className={classes.field}>
              <dt className={classes.name}>{toFieldName(field)}</dt>
              <dd className={classes.old}>
                <VisuallyHidden>Before: </VisuallyHidden>
                <Value text={before} />
              </dd>
              <dd className={classes.new}>
                <IconArrowRight className={classes.arrow} size={16} stroke={1.6} aria-hidden="true" />
                <VisuallyHidden>After: </VisuallyHidden>
                <Value text={after} />
              </dd>
            </div>
          );
        })}
      </Box>
    </div>
  );
}

function Value({ text }: { text: string }) {
  return text ? (
    text
  ) : (
    <Text component="em" c="dimmed">
      nothing
    </Text>
  );
}

type Activity = ApiOutputs['activities']['list']['activities'][number];

const typeNames: Record<ActivityType, string> = { create: 'Create', update: 'Update', delete: 'Delete' };

/** The stored name if this version of the panel has no such module. */
function toModuleName(module: string): string {
  return findModuleByLogName(module)?.label ?? module;
}

const typeOptions = activityTypes.map((value) => ({ value, label: typeNames[value] }));
const moduleOptions = activityModules.map((value) => ({ value, label: findModuleByLogName(value)!.label }));
