import { Button, Skeleton } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { trpc } from '../../../../api/trpc.ts';
import type { ApiOutputs } from '../../../../api/types.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { notifySuccess, notifyWithUndo } from '../../../components/notifications.tsx';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { useServices } from '../../../core/admin-context.ts';
import { formatDate } from '../../../core/format-dates.ts';
import { paths } from '../../../core/paths.ts';
import classes from './set-up.module.css';

type State = ApiOutputs['sampleContent']['state'];

const entries = (count: number) => (count === 1 ? '1 sample entry' : `${count} sample entries`);

/** People remove or keep the sample content, and finish. */
export function SampleContentStep() {
  const query = trpc.sampleContent.state.useQuery();
  return (
    <QueryBoundary query={query} subject="the sample content" skeleton={<Skeleton height={120} />}>
      {(state) => (
        <>
          <Choice state={state} />
          <Finish />
        </>
      )}
    </QueryBoundary>
  );
}

function Choice({ state: { untouched, changed, removed } }: { state: State }) {
  const reload = useServices().reload;
  // Rows of any module may have been removed or restored.
  const onSettled = () => void reload('all');
  const restore = trpc.sampleContent.restore.useMutation({
    onSuccess: (done) => notifySuccess(`${entries(done.restored)} restored`),
    meta: { failed: 'Couldn’t restore the sample content' },
    onSettled,
  });
  const remove = trpc.sampleContent.remove.useMutation({
    onSuccess: (done) => {
      const kept =
        done.kept > 0 ? ` · ${done.kept} kept, as you changed ${done.kept === 1 ? 'it' : 'them'}` : '';
      notifyWithUndo(`${entries(done.removed)} removed${kept}`, undefined, () => restore.mutate());
    },
    meta: { failed: 'Couldn’t remove the sample content' },
    onSettled,
  });
  const isBusy = remove.isPending || restore.isPending;
  return (
    <div className={classes.choice}>
      {untouched > 0 ? (
        <>
          <p>
            The site shows {entries(untouched)} of a company that doesn’t exist. You can keep them for now as
            examples, and remove them later.
            {changed > 0 && ` ${changed} that you have changed stay in any case.`}
          </p>
          <BusyButton variant="default" isBusy={isBusy} onClick={() => remove.mutate()}>
            {remove.isPending ? 'Removing...' : 'Remove the sample content'}
          </BusyButton>
        </>
      ) : (
        <p>There is no sample content on this site{changed > 0 ? ' that you have not changed' : ''}.</p>
      )}
      {removed && (
        <>
          <p>
            {entries(removed.count)}, removed on {formatDate(removed.at)}, can be restored for 30 days.
          </p>
          <BusyButton variant="default" isBusy={isBusy} onClick={() => restore.mutate()}>
            {restore.isPending ? 'Restoring...' : 'Undo the removal'}
          </BusyButton>
        </>
      )}
    </div>
  );
}

function Finish() {
  const { leave } = useServices();
  const navigate = useNavigate();
  const reload = useServices().reload;
  const finish = trpc.onboarding.dismiss.useMutation({
    onSuccess: () => reload(['onboarding']),
    meta: { failed: 'Couldn’t finish the set-up' },
  });
  const end = (open: () => void) => {
    if (!finish.isPending) finish.mutate({ offer: 'set-up', isDismissed: true }, { onSuccess: open });
  };
  return (
    <div className={classes.finish}>
      <Button variant="subtle" onClick={() => end(() => navigate(paths.dashboard))}>
        Go to the dashboard
      </Button>
      <Button aria-disabled={finish.isPending} onClick={() => end(() => leave('/'))}>
        Open your site
      </Button>
    </div>
  );
}
