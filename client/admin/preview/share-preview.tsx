import IconLink from 'icon:link';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { parseApiError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import type { ApiInputs, ApiOutputs } from '../../api/types.ts';
import { CopyField } from '../components/copy-field.tsx';
import { ErrorAlert } from '../components/error-alert.tsx';
import { notifySuccess } from '../components/notifications.tsx';
import { formatDateTime } from '../core/format-dates.ts';
import classes from './preview.module.css';

export type PreviewableModule = keyof ApiInputs['previews'];

const offered = [1, 3, 7, 14, 30];
const usual = 7;

interface SharePreviewProps {
  name: PreviewableModule;
  id: number | undefined;
  isDirty: boolean;
  isPublic: boolean;
}

/** Links to the saved draft, which need no account. New and public rows have none. */
export function SharePreview({ name, id, isDirty, isPublic }: SharePreviewProps) {
  if (id === undefined || isPublic) {
    return (
      <Text c="dimmed" fz={14}>
        {isPublic
          ? 'Visitors can see this page, so it needs no link of its own.'
          : 'Save it first to share a link to the draft.'}
      </Text>
    );
  }
  return <Links name={name} id={id} isDirty={isDirty} />;
}

function Links({ name, id, isDirty }: { name: PreviewableModule; id: number; isDirty: boolean }) {
  const { client } = trpc.useUtils();
  const [days, setDays] = useState(usual);
  const [made, setMade] = useState<ApiOutputs['previews']['blog']['share']>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    await act().catch(setError);
    setBusy(false);
  };
  const share = () => run(async () => setMade(await client.previews[name].share.mutate({ id, days })));
  const end = () =>
    run(async () => {
      await client.previews[name].end.mutate({ id });
      setMade(undefined);
      notifySuccess('All links to this draft have ended.');
    });
  return (
    <section className={classes.share} aria-label="Share the draft">
      <Text c="dimmed" fz={14}>
        A link shows the saved draft to anyone who has it, without an account.
        {isDirty && ' It does not show your unsaved changes.'}
      </Text>
      <Group gap={8}>
        <NativeSelect
          aria-label="Valid for"
          data={offered.map((count) => ({
            value: String(count),
            label: count === 1 ? 'Valid for 1 day' : `Valid for ${count} days`,
          }))}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
        <Button
          variant="default"
          leftSection={<IconLink size={17} stroke={1.6} />}
          aria-disabled={isBusy}
          onClick={share}
        >
          Create link
        </Button>
        <Button variant="subtle" color="signal" aria-disabled={isBusy} onClick={end}>
          End all previews
        </Button>
      </Group>
      {error !== undefined && <ErrorAlert failure={parseApiError(error)} />}
      {made && (
        <div className={classes.shareLink}>
          <CopyField label="Link to the draft" text={made.link} message="Link copied" />
          <Text c="dimmed" fz={14}>
            Valid until {formatDateTime(made.expires_at)}.
          </Text>
        </div>
      )}
    </section>
  );
}
