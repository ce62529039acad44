import { Alert, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { maxBulkRows } from '../../../../../src/shared/enumerations.ts';
import { refusedStage } from '../../../../../src/shared/settings/stages.ts';
import { trpc } from '../../../../api/trpc.ts';
import { undoLast } from '../../../components/notifications.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { parseId, paths } from '../../../core/paths.ts';
import { useShortcuts } from '../../../core/use-shortcuts.ts';
import { focusedRowId } from '../../../list/paged-list.tsx';
import { AnswerSeveral } from './answer-several.tsx';
import { ApplicantCard } from './applicant-card.tsx';
import classes from './applicants.module.css';
import { useInboxRefresh, useOpenMessage } from '../message-actions.ts';
import { MessageModal } from '../message-modal.tsx';
import { type Board, columnsOf, stageOf, useStageMoves } from './use-stage-moves.ts';
import { useStageDrag } from './use-stage-drag.ts';

/** The applicants of a job by stage: a view of the messages of the inbox. */
export function ApplicantsPage() {
  const job = parseId(useParams().id) ?? 0;
  const query = trpc.inbox.applicants.useQuery({ id: job });
  return (
    <>
      <PageHeader
        title="Applicants"
        {...(query.data && { lead: query.data.job.title })}
        action={
          <Button component={Link} variant="default" to={`${paths.inbox}?kind=application&job=${job}`}>
            Show in the inbox
          </Button>
        }
      />
      <QueryBoundary
        query={query}
        subject="the applicants"
        skeleton={<Skeleton height={320} />}
        isEmpty={({ applicants }) => applicants.length === 0}
        empty={<Text c="dimmed">Nobody has applied for this job on the site yet.</Text>}
      >
        {(board) => <ApplicantsBoard board={board} />}
      </QueryBoundary>
    </>
  );
}

function ApplicantsBoard({ board: stored }: { board: Board }) {
  const refocused = useRef<number>(undefined);
  const { shown: board, move: moveTo } = useStageMoves(stored, (ids) => {
    const focused = focusedRowId();
    refocused.current = focused !== undefined && ids.includes(focused) ? focused : undefined;
  });
  const { applicants, has_more } = board;
  const columns = columnsOf(board);
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [shownKey, setShownKey] = useState(columns[0]!.key);
  const shown = columns.find(({ key }) => key === shownKey) ?? columns[0]!;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const ids = applicants.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  /** Neither done nor refused. */
  const open = applicants
    .filter((one) => one.state !== 'closed' && stageOf(board, one) !== refusedStage)
    .map(({ id }) => id);
  const refresh = useInboxRefresh();
  const keep = trpc.inbox.keepApplicants.useMutation({
    onSuccess: () => refresh(),
    meta: { failed: 'Couldn’t keep the applicants' },
  });
  const [isAnswering, setAnswering] = useState(false);
  // From the cache: `LiveUpdates` requests it.
  const hasServer = trpc.inbox.state.useQuery(undefined, { enabled: false }).data?.has_server ?? false;
  const opened = useOpenMessage(applicants);
  const element = useRef<HTMLDivElement>(null);

  const toggle = (id: number) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const move = (moved: readonly number[], stage: string) => {
    setSelected(new Set());
    void moveTo(moved, stage);
  };
  // A card that has moved is another element, and on a phone it is in a column that is not shown.
  useEffect(() => {
    const id = refocused.current;
    if (id === undefined || document.activeElement !== document.body) return;
    refocused.current = undefined;
    const card = element.current?.querySelector<HTMLElement>(`[data-row="${id}"] [data-opens-row]`);
    (card ?? element.current?.querySelector<HTMLElement>('[data-opens-row]') ?? element.current)?.focus();
  });
  const drag = useStageDrag(element, (id, stage) => move(selected.has(id) ? ids : [id], stage));

  /** The selected ones, or else the one with the focus. */
  const targets = () => {
    const focused = focusedRowId();
    if (ids.length > 0) return ids;
    return focused === undefined ? [] : [focused];
  };
  const shift = (by: number) => {
    const one = applicants.find(({ id }) => id === focusedRowId());
    const place = columns.findIndex(({ key }) => one && key === stageOf(board, one));
    const next = place === -1 ? undefined : columns[place + by];
    if (one && next) move([one.id], next.key);
  };
  const step = (by: number) => {
    const cards = [...(element.current?.querySelectorAll<HTMLElement>('[data-opens-row]') ?? [])];
    const place = cards.findIndex((card) => card.closest(`[data-row="${focusedRowId()}"]`));
    cards[Math.max(0, place + by)]?.focus();
  };
  useShortcuts(
    opened.isOpen
      ? []
      : [
          { keys: 'j', label: 'Next applicant', run: () => step(1) },
          { keys: 'k', label: 'Previous applicant', run: () => step(-1) },
          {
            keys: 'x',
            label: 'Select the applicant',
            run: () => {
              const id = focusedRowId();
              if (id !== undefined) toggle(id);
            },
          },
          { keys: 'shift+ArrowRight', label: 'Move to the next stage', run: () => shift(1) },
          { keys: 'shift+ArrowLeft', label: 'Move to the previous stage', run: () => shift(-1) },
          ...columns.slice(0, 9).map(({ key, name }, place) => ({
            keys: String(place + 1),
            label: `Move to ${name}`,
            run: () => {
              if (targets().length > 0) move(targets(), key);
            },
          })),
          {
            keys: 'r',
            label: 'Answer the selected applicants',
            run: () => hasServer && ids.length > 0 && setAnswering(true),
          },
          { keys: 'z', label: 'Undo', run: undoLast },
        ],
  );

  return (
    <>
      {has_more && (
        <Text c="dimmed" mb="md">
          The newest {applicants.length} are shown. The inbox has all.
        </Text>
      )}
      {board.job.is_closed && !board.job.keeps_open && open.length > 0 && (
        <Alert color="accent" mb="md" title="This job is closed">
          <p>
            What becomes of the {open.length === 1 ? 'open applicant' : `${open.length} open applicants`}?
          </p>
          <Group gap="sm" mt="sm">
            {hasServer && (
              <Button
                variant="default"
                onClick={() => {
                  setSelected(new Set(open.slice(0, maxBulkRows)));
                  setAnswering(true);
                }}
              >
                Answer them
              </Button>
            )}
            {columns.some(({ key }) => key === refusedStage) && (
              <Button variant="default" onClick={() => move(open, refusedStage)}>
                Move them to {columns.find(({ key }) => key === refusedStage)?.name}
              </Button>
            )}
            <BusyButton
              variant="subtle"
              isBusy={keep.isPending}
              onClick={() => keep.mutate({ id: board.job.id })}
            >
              Keep them
            </BusyButton>
          </Group>
        </Alert>
      )}
      {isNarrow && (
        <NativeSelect
          label="Stage"
          mb="md"
          value={shown.key}
          data={columns.map(({ key, name, cards }) => ({ value: key, label: `${name} (${cards.length})` }))}
          onChange={({ currentTarget: { value } }) => setShownKey(value)}
        />
      )}
      {ids.length > 0 && (
        <section className={classes.selection} aria-label="Selected applicants">
          <p role="status">{ids.length} selected</p>
          <NativeSelect
            aria-label="Move the selected applicants"
            value=""
            data={[
              { value: '', label: 'Move to…' },
              ...columns.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => value && move(ids, value)}
          />
          {hasServer && (
            <Button variant="default" onClick={() => setAnswering(true)}>
              Answer
            </Button>
          )}
          <Button variant="subtle" onClick={() => setSelected(new Set())}>
            Clear selection
          </Button>
        </section>
      )}
      <div className={classes.board} ref={element} tabIndex={-1} data-dragging={drag.isDragging || undefined}>
        {(isNarrow ? [shown] : columns).map(({ key, name, cards }) => (
          <section
            key={key}
            className={classes.column}
            data-stage={key}
            data-target={drag.target === key || undefined}
            aria-label={name}
          >
            <h2 className={classes.stage}>
              {name} <span className={classes.count}>{cards.length}</span>
            </h2>
            <ul className={classes.cards}>
              {cards.map((applicant) => (
                <ApplicantCard
                  key={applicant.id}
                  applicant={applicant}
                  columns={columns}
                  isSelected={selected.has(applicant.id)}
                  onSelect={() => toggle(applicant.id)}
                  onOpen={() => opened.open(applicant)}
                  onMove={(stage) => move([applicant.id], stage)}
                  onDrag={(event) => drag.begin(applicant.id, event)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {isAnswering && ids.length > 0 && (
        <AnswerSeveral
          job={board.job.title}
          applicants={applicants.filter(({ id }) => selected.has(id))}
          columns={columns}
          onSent={() => {
            setAnswering(false);
            setSelected(new Set());
          }}
          onClose={() => setAnswering(false)}
        />
      )}
      <MessageModal opened={opened} onDone={opened.close} />
    </>
  );
}
