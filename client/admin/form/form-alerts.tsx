import { Alert, Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconPlugConnectedX, IconRestore } from '@tabler/icons-react';
import { formatDateTime } from '../../shared/dates.ts';
import { ConflictAlert } from './conflict-alert.tsx';
import type { SavedDraft } from './draft-writer.ts';
import classes from './form-alerts.module.css';
import { changedFields } from './form-definition.ts';
import type { DraftContent } from './use-autosave.ts';
import type { RecordForm } from './use-record-form.ts';

/**
 * The notices above a form's fields: input left from an earlier opening, another person's save, and being
 * offline.
 */
export function FormAlerts<T>({ form }: { form: RecordForm<T> }) {
  const { online } = useNetwork();
  const [offer] = form.offers;
  const { meeting } = form.state;
  if (online && !offer && !meeting) return null;
  return (
    <div className={classes.notices}>
      {!online && (
        <Alert
          color="accent"
          role="status"
          title="You are offline"
          icon={<IconPlugConnectedX stroke={1.6} />}
          classNames={{ root: classes.notice!, message: classes.message! }}
        >
          You can keep editing. Save when you’re back online.
        </Alert>
      )}
      {offer && <UnsavedDraftAlert key={offer.opening} form={form} offer={offer} />}
      {meeting && <ConflictAlert form={form} meeting={meeting} />}
    </div>
  );
}

interface UnsavedDraftAlertProps<T> {
  form: RecordForm<T>;
  offer: SavedDraft<DraftContent<T>>;
}

/** Offers to restore unsaved input of an earlier opening. Shows what it would change. */
function UnsavedDraftAlert<T>({ form, offer }: UnsavedDraftAlertProps<T>) {
  const { draft } = offer.content;
  const other = changedFields(form.kind, draft, form.draft);
  return (
    <Alert
      component="section"
      color="accent"
      role="region"
      title="You have an unsaved draft"
      icon={<IconRestore stroke={1.6} />}
      classNames={{ root: classes.notice!, message: classes.message! }}
    >
      <p className={classes.text}>
        From <time dateTime={new Date(offer.at).toISOString()}>{formatDateTime(isoOf(offer.at))}</time>,
        stored only in this browser.
      </p>
      <dl className={classes.differences}>
        {other.map(({ label, show }) => {
          const before = show(form.draft).trim();
          return (
            <div key={label}>
              <dt className={classes.name}>{label}</dt>
              {before && (
                <dd className={classes.before}>
                  <del>{before}</del>
                </dd>
              )}
              <dd className={classes.words}>{show(draft).trim() || <Nothing />}</dd>
            </div>
          );
        })}
      </dl>
      <div className={classes.acts}>
        <Button size="compact-md" onClick={() => form.takeBack(offer)}>
          Restore draft
        </Button>
        <Button size="compact-md" variant="default" onClick={() => form.discard(offer)}>
          Discard draft
        </Button>
      </div>
    </Alert>
  );
}

function Nothing() {
  return <span className={classes.nothing}>(empty)</span>;
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
