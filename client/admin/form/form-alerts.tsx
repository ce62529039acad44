import IconPlugConnectedX from 'icon:plug-connected-x';
import IconRestore from 'icon:restore';
import IconUser from 'icon:user';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useIsOnline } from '../core/use-is-online.ts';
import { formatDateTime, formatTimeOrDateTime } from '../core/format-dates.ts';
import type { EarlierAutosave } from './autosave/autosave-types.ts';
import classes from './form-alerts.module.css';
import { changedFields } from './form-definition.ts';
import type { AutosaveContent } from './autosave/use-autosave.ts';
import type { Colleague } from './use-colleagues.ts';
import type { RecordForm } from './use-record-form.ts';

export function OfflineAlert() {
  if (useIsOnline()) return null;
  return (
    <Alert color="accent" role="status" title="You are offline" icon={<IconPlugConnectedX stroke={1.6} />}>
      You can keep editing. Save when you’re back online.
    </Alert>
  );
}

export function FormAlerts<T>({ form }: { form: RecordForm<T> }) {
  const [autosave] = form.autosaves;
  if (!autosave && form.colleagues.length === 0) return null;
  return (
    <Stack gap="sm">
      <ColleagueChips colleagues={form.colleagues} label="Others in this form" />
      {autosave && <AutosaveAlert key={autosave.opening} form={form} autosave={autosave} />}
    </Stack>
  );
}

export function ColleagueChips({ colleagues, label }: { colleagues: Colleague[]; label: string }) {
  if (colleagues.length === 0) return null;
  return (
    <div role="status">
      <ul className={classes.colleagues} aria-label={label}>
        {colleagues.map(({ name, is_here, unsaved_since }) => (
          <li key={`${name} ${unsaved_since}`} className={classes.colleague}>
            <IconUser size={16} stroke={1.6} aria-hidden="true" />
            {is_here && !unsaved_since && `${name} is here`}
            {unsaved_since && (
              <span>
                {name} has unsaved words here since{' '}
                <time dateTime={unsaved_since}>{formatTimeOrDateTime(unsaved_since)}</time>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface AutosaveAlertProps<T> {
  form: RecordForm<T>;
  autosave: EarlierAutosave<AutosaveContent<T>>;
}

/** Shows which fields the restored input would change. */
function AutosaveAlert<T>({ form, autosave }: AutosaveAlertProps<T>) {
  const { values } = autosave.content;
  const other = changedFields(form.definition, values, form.values);
  return (
    <Alert
      component="section"
      color="accent"
      role="region"
      title="You have an unsaved draft"
      icon={<IconRestore stroke={1.6} />}
    >
      <p>
        From <time dateTime={new Date(autosave.at).toISOString()}>{formatDateTime(isoOf(autosave.at))}</time>,{' '}
        {autosave.isOnServer ? 'stored on the server.' : 'typed in this browser.'}
      </p>
      <dl className={classes.differences}>
        {other.map(({ label, format }) => {
          const before = format(form.values).trim();
          return (
            <div key={label}>
              <dt className={classes.name}>{label}</dt>
              {before && (
                <dd className={classes.before}>
                  <del>{before}</del>
                </dd>
              )}
              <dd className={classes.words}>{format(values).trim() || <Nothing />}</dd>
            </div>
          );
        })}
      </dl>
      <Group gap="sm" mt="md">
        <Button size="compact-md" disabled={form.isSubmitting} onClick={() => form.restoreAutosave(autosave)}>
          Restore draft
        </Button>
        <Button size="compact-md" variant="default" onClick={() => form.discardAutosave(autosave)}>
          Discard draft
        </Button>
      </Group>
    </Alert>
  );
}

function Nothing() {
  return (
    <Text span c="dimmed">
      (empty)
    </Text>
  );
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
