import { Button, NativeSelect, SegmentedControl, Skeleton, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import IconPencil from 'icon:pencil';
import IconRestore from 'icon:restore';
import IconTag from 'icon:tag';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { VersionSummary } from '../../../../src/content/versions/versions.schema.ts';
import type { Columns } from '../../../../src/shared/column-types.ts';
import type { ModuleName } from '../../../../src/shared/module-facts.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useAsk } from '../../components/ask.tsx';
import { DialogForm } from '../../components/dialog.tsx';
import { NotFoundPage } from '../../components/empty-state.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { formatDateTime } from '../../core/format-dates.ts';
import { parseId } from '../../core/paths.ts';
import { useRowId } from '../../form/edit-form-loader.tsx';
import type { Resource } from '../resource-types.ts';
import classes from './versions.module.css';

// The comparison is loaded on demand, because it needs an npm package that no other screen of a module needs.
const skeleton = <Skeleton height={240} />;
const Comparison = lazyPart({
  name: 'the comparison',
  load: () => import('./comparison.tsx').then((file) => file.Comparison),
  placeholder: skeleton,
});

interface ComparedVersionsProps {
  name: ModuleName;
  columns: Columns;
  id: number;
  layout: 'side' | 'inline';
  /** The number of the earlier version. Undefined if `after` is the first version. */
  before: number | undefined;
  after: number;
}

export function ComparedVersions({ name, columns, id, layout, before, after }: ComparedVersionsProps) {
  const options = { staleTime: Number.POSITIVE_INFINITY };
  const later = trpc.versions[name].one.useQuery({ id, number: after }, options);
  const earlier = trpc.versions[name].one.useQuery(
    { id, number: before ?? 0 },
    { ...options, enabled: before !== undefined },
  );
  const compare = (old: typeof earlier.data) => (
    <QueryBoundary query={later} subject="the version" skeleton={skeleton}>
      {({ version }) => (
        <Comparison columns={columns} before={old?.version} after={version} layout={layout} />
      )}
    </QueryBoundary>
  );
  if (before === undefined) return compare(undefined);
  return (
    <QueryBoundary query={earlier} subject="the version" skeleton={skeleton}>
      {compare}
    </QueryBoundary>
  );
}

interface NameModalProps {
  name: ModuleName;
  id: number;
  version: VersionSummary;
  onClose: () => void;
}

function NameVersionModal({ name, id, version, onClose }: NameModalProps) {
  const [text, setText] = useState(version.name ?? '');
  const naming = trpc.versions[name].name.useMutation({ onSuccess: onClose });
  const failure = naming.error ? parseApiError(naming.error) : undefined;
  return (
    <DialogForm
      title="Name this version"
      failure={failure?.fields.name ? undefined : failure}
      isBusy={naming.isPending}
      saveLabel="Save"
      onSubmit={() => naming.mutate({ id, number: version.number, name: text })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="A version with a name is kept for good."
        data-autofocus
        maxLength={100}
        value={text}
        error={failure?.fields.name}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

interface VersionListProps {
  /** Newest first. */
  versions: VersionSummary[];
  columns: Columns;
  chosen: number | undefined;
  onChoose: (number: number) => void;
  /** Below the chosen version. `before` is undefined for the first one. */
  detail?: (after: number, before: number | undefined) => ReactNode;
}

export function VersionList({ versions, columns, chosen, onChoose, detail }: VersionListProps) {
  if (versions.length === 0) return <NoVersions />;
  return (
    <ol className={classes.list} aria-label="Versions, newest first">
      {versions.map((version, at) => (
        <li key={version.number}>
          <button
            type="button"
            className={classes.version}
            aria-current={detail ? undefined : version.number === chosen}
            aria-expanded={detail && version.number === chosen}
            onClick={() => onChoose(version.number)}
          >
            {version.name && <strong>{version.name}</strong>}
            <span>
              <time dateTime={version.created_at}>{formatDateTime(version.created_at)}</time>
              {at === 0 && ' · Current'}
            </span>
            <Text span c="dimmed" fz="var(--text-xs)">
              {version.user_name ?? 'Before versions were kept'}
            </Text>
            <Text span c="dimmed" fz="var(--text-xs)">
              {changesOf(version, columns)}
            </Text>
          </button>
          {detail && version.number === chosen && (
            <div className={classes.detail}>{detail(version.number, versions[at + 1]?.number)}</div>
          )}
        </li>
      ))}
    </ol>
  );
}

function NoVersions() {
  return (
    <Text c="dimmed" fz="var(--text-xs)">
      There are no versions yet. The next save makes the first one.
    </Text>
  );
}

function changesOf({ changed, number, user_name }: VersionSummary, columns: Columns): string {
  if (changed.length === 0) return user_name !== null && number === 1 ? 'Created' : '';
  const labels = changed.map((key) => columns[key]?.heading ?? columns[key]?.label ?? key);
  return `Changed: ${labels.join(', ')}`;
}

export function VersionsPage({ resource }: { resource: Resource }) {
  const { name, address, nouns, rowColumns } = resource;
  const id = useRowId();
  const query = trpc.versions[name].list.useQuery({ id: id ?? 0 }, { enabled: id !== undefined });
  if (id === undefined) return <NotFoundPage />;
  const toList = (
    <Button component={Link} to={address} variant="default">
      {`Back to ${nouns.many}`}
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Versions"
        lead={`Each save of this ${nouns.one} is kept. The newest 50 stay, and those with a name.`}
        action={
          <Button
            component={Link}
            to={`${address}/${id}/edit`}
            variant="default"
            leftSection={<IconPencil size={17} stroke={1.6} />}
          >
            Edit
          </Button>
        }
      />
      <QueryBoundary
        query={query}
        subject="the versions"
        skeleton={<Skeleton height={320} />}
        wayBack={toList}
      >
        {({ versions }) =>
          versions.length > 0 ? (
            <Versions name={name} columns={rowColumns} id={id} versions={versions} />
          ) : (
            <NoVersions />
          )
        }
      </QueryBoundary>
    </>
  );
}

interface VersionsProps {
  name: ModuleName;
  columns: Columns;
  id: number;
  versions: VersionSummary[];
}

function Versions({ name, columns, id, versions }: VersionsProps) {
  const [params, setParams] = useSearchParams();
  const [layout, setLayout] = useState<'side' | 'inline'>('inline');
  const [against, setAgainst] = useState<'before' | 'current'>('before');
  const [isNaming, setNaming] = useState(false);
  const ask = useAsk();
  const current = versions[0]!;
  const inAddress = parseId(params.get('version'));
  const at = Math.max(
    0,
    versions.findIndex(({ number }) => number === inAddress),
  );
  const chosen = versions[at]!;
  const isCurrent = chosen === current;
  const [before, after] = against === 'current' ? [chosen, current] : [versions[at + 1], chosen];
  const restoring = trpc.versions[name].restore.useMutation({
    onSuccess: ({ left_out }) => {
      const isComplete = left_out.length === 0;
      notifySuccess(
        isComplete ? 'The version was restored.' : 'The version was restored without what no longer exists.',
      );
      setParams({}, { replace: true });
    },
  });
  const askRestore = () =>
    ask({
      title: 'Restore this version?',
      question: 'Its words and pictures become a new version. Whether visitors see them stays as it is.',
      answer: 'Restore',
      busyAnswer: 'Restoring...',
      run: () => restoring.mutateAsync({ id, number: chosen.number, version: current.number }),
    });
  return (
    <div className={classes.page}>
      <VersionList
        versions={versions}
        columns={columns}
        chosen={chosen.number}
        onChoose={(number) => setParams({ version: String(number) }, { replace: true })}
      />
      <section className={classes.detail} aria-label="Comparison">
        <h2 className={classes.heading}>
          {chosen.name ?? `Version of ${formatDateTime(chosen.created_at)}`}
        </h2>
        <div className={classes.tools}>
          <NativeSelect
            aria-label="Compare with"
            value={against}
            onChange={({ currentTarget }) => setAgainst(currentTarget.value as typeof against)}
            data={[
              { value: 'before', label: 'Compared with the version before' },
              { value: 'current', label: 'Compared with the current version' },
            ]}
          />
          <SegmentedControl
            aria-label="Layout"
            value={layout}
            onChange={(value) => setLayout(value === 'side' ? 'side' : 'inline')}
            data={[
              { value: 'inline', label: 'Inline' },
              { value: 'side', label: 'Side by side' },
            ]}
          />
          <Button
            variant="default"
            leftSection={<IconTag size={17} stroke={1.6} />}
            onClick={() => setNaming(true)}
          >
            {chosen.name ? 'Rename' : 'Name'}
          </Button>
          {!isCurrent && (
            <Button leftSection={<IconRestore size={17} stroke={1.6} />} onClick={askRestore}>
              Restore
            </Button>
          )}
        </div>
        <ComparedVersions
          name={name}
          columns={columns}
          id={id}
          layout={layout}
          before={before?.number}
          after={after.number}
        />
      </section>
      {isNaming && <NameVersionModal name={name} id={id} version={chosen} onClose={() => setNaming(false)} />}
    </div>
  );
}
