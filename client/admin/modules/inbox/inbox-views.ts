import {
  type MessageFolder,
  type MessageState,
  messageKinds,
  messageStates,
} from '../../../../src/shared/enumerations.ts';
import { addDays, localDayOf } from '../../../../src/shared/zoned-time.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { siteTimeZone, startOfDay } from '../../core/format-dates.ts';
import { type ListFilter, findOptionValue } from '../../list/paged-list.tsx';
import type { ListParams } from '../../list/use-list-params.ts';
import { kindLabels, stateLabels } from './message-actions.ts';

export interface InboxView {
  /** The parameter `tab` of the address. */
  value: string;
  label: string;
  folder: MessageFolder;
  /** Absent for a view of read and unread messages. */
  is_read?: boolean;
}

const all: InboxView = { value: 'all', label: 'All', folder: 'inbox' };

export const inboxViews: readonly InboxView[] = [
  all,
  { value: 'unread', label: 'Unread', folder: 'inbox', is_read: false },
  { value: 'read', label: 'Read', folder: 'inbox', is_read: true },
  { value: 'spam', label: 'Spam', folder: 'spam' },
  { value: 'trash', label: 'Trash', folder: 'trash' },
];

export const tabs = inboxViews.filter(({ folder }) => folder === 'inbox');

interface WorkView {
  /** In the answer of `inbox.counts`. */
  name: keyof ApiOutputs['inbox']['counts'];
  label: string;
  state: MessageState;
  assigned?: 'me' | 'none';
}

/** Views of the work on messages, as links to filters. */
export const workViews: readonly WorkView[] = [
  { name: 'mine', label: 'Mine', state: 'open', assigned: 'me' },
  { name: 'unassigned', label: 'Nobody’s', state: 'open', assigned: 'none' },
  { name: 'open', label: stateLabels.open, state: 'open' },
  { name: 'answered', label: stateLabels.answered, state: 'answered' },
  { name: 'closed', label: stateLabels.closed, state: 'closed' },
];

export function findView(value: string | undefined): InboxView {
  return inboxViews.find((view) => view.value === value) ?? all;
}

const periods = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last 365 days' },
];

function startOf(days: number): string {
  const today = localDayOf(siteTimeZone(), new Date());
  return startOfDay(addDays(today, 1 - days));
}

/** Of applications, in the order of the settings. Empty until they are loaded. */
export function useStages(enabled = true) {
  const { data } = trpc.inbox.stages.useQuery(undefined, { enabled, staleTime: 30_000 });
  return data?.stages ?? [];
}

const jobsAtMost = 100;

/** `filter` is the input of `inbox.list`. */
export function useInboxFilters(params: ListParams) {
  const { folder, is_read } = findView(params.filter('tab'));
  const people = trpc.inbox.assignees.useQuery().data?.assignees ?? [];
  const kind = messageKinds.find((value) => value === params.filter('kind'));
  const job = Number(params.filter('job')) || undefined;
  const hasJobs = kind === 'application' || job !== undefined;
  const jobs = trpc.jobs.list.useQuery(
    { page: 1, per_page: jobsAtMost, sort: 'title:asc' },
    { enabled: hasJobs },
  );
  const titles = jobs.data?.jobs ?? [];
  const stages = useStages(hasJobs);
  // The chosen job may be deleted, or not be among the first.
  const isListed = job === undefined || titles.some(({ id }) => id === job);
  const filters: ListFilter[] = [
    {
      name: 'state',
      label: 'State',
      allLabel: 'All states',
      options: messageStates.map((value) => ({ value, label: stateLabels[value] })),
    },
    {
      name: 'assigned',
      label: 'Assigned',
      allLabel: 'Anybody',
      options: [
        { value: 'me', label: 'Me' },
        { value: 'none', label: 'Nobody' },
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
    },
    {
      name: 'kind',
      label: 'Form',
      allLabel: 'All forms',
      options: messageKinds.map((value) => ({ value, label: kindLabels[value] })),
    },
    {
      name: 'received',
      label: 'Received',
      allLabel: 'Any time',
      options: periods,
    },
    {
      name: 'file',
      label: 'File',
      allLabel: 'With or without',
      options: [
        { value: 'true', label: 'With a file' },
        { value: 'false', label: 'Without a file' },
      ],
    },
  ];
  if (hasJobs) {
    filters.splice(
      3,
      0,
      {
        name: 'job',
        label: 'Job',
        allLabel: 'All jobs',
        options: [
          ...titles.map(({ id, title }) => ({ value: String(id), label: title })),
          ...(isListed ? [] : [{ value: String(job), label: `Job ${job}` }]),
        ],
      },
      {
        name: 'stage',
        label: 'Stage',
        allLabel: 'All stages',
        options: stages.map(({ key, name }) => ({ value: key, label: name })),
      },
    );
  }
  const chosen = (name: string) =>
    findOptionValue(filters.find((one) => one.name === name)?.options ?? [], params.filter(name));
  const assigned = chosen('assigned');
  const received = chosen('received');
  const file = chosen('file');
  const filter = {
    ...(folder !== 'inbox' && { folder }),
    is_read,
    state: messageStates.find((value) => value === params.filter('state')),
    assignee: assigned === 'me' || assigned === 'none' ? assigned : Number(assigned) || undefined,
    kind,
    job,
    stage: hasJobs ? chosen('stage') : undefined,
    since: received && startOf(Number(received)),
    has_file: file === undefined ? undefined : file === 'true',
  } as const;
  return { filters, filter };
}
