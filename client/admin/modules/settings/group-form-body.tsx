import { Alert, Text } from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import { type CSSProperties, type ReactNode, useState } from 'react';
import type { BrandLook } from '../../../../src/shared/brand/brand-look.ts';
import { isHex, type ThemeName } from '../../../../src/shared/brand/colour.ts';
import { makePalette } from '../../../../src/shared/brand/palette.ts';
import {
  describePalette,
  hasDefaultColours,
  cssPropertiesOf,
} from '../../../../src/shared/brand/stylesheet.ts';
import type { Fields } from '../../../../src/shared/settings/field-types.ts';
import { type Language, languages } from '../../../../src/shared/settings/fields/region.ts';
import { type ApiErrorInfo, parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { RecordForm } from '../../form/use-record-form.ts';
import classes from './brand.module.css';
import { GroupFields } from './group-fields.tsx';
import { type FieldValues, fieldsOfGroup, type Group, type GroupName, toFieldValues } from './group-model.ts';
import { ReportFocusContext } from './list-setting.tsx';
import { MailboxPanel } from './mailbox-panel.tsx';

const names: Record<ThemeName, string> = { light: 'Light', dark: 'Dark' };

function BrandSamples({ look }: { look: BrandLook }) {
  const accent = look.accent.trim().toLowerCase();
  if (!isHex(accent)) return null;
  const shown = { ...look, accent };
  const palette = makePalette(shown);
  const notes = describePalette(shown);
  return (
    <section aria-label="Samples of your colours">
      <div className={classes.pair}>
        {(['light', 'dark'] as const).map((theme) => (
          <div
            key={theme}
            className={classes.sample}
            style={{ ...cssPropertiesOf(palette[theme]), '--radius': `${look.corners}px` } as CSSProperties}
          >
            <p className={classes.theme}>{names[theme]}</p>
            <p>
              Text with <span className={classes.link}>a link</span> and{' '}
              <span className={classes.quiet}>a quiet remark</span>.
            </p>
            <p className={classes.row}>
              <span className={classes.button}>Button</span>
              <span className={classes.field}>Input</span>
              <span className={classes.badge}>Badge</span>
            </p>
            <p className={classes.band}>A dark section</p>
          </div>
        ))}
      </div>
      <div role="status">
        <ul className={classes.notes}>
          {hasDefaultColours(shown) && <li>These are the colours of a new site.</li>}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/**
 * Rows without a language of their own would count as written in the new one. The offer stays until the form is opened
 * again.
 */
function RowLanguages({ stored, chosen }: { stored: Language; chosen: Language }) {
  const [former] = useState(stored);
  const isChanged = former !== chosen;
  const { data } = trpc.rowLanguages.state.useQuery(undefined, { enabled: isChanged });
  const mark = trpc.rowLanguages.mark.useMutation();
  const [isMarked, setMarked] = useState(false);
  const count = data?.count ?? 0;
  if (!isChanged || (count === 0 && !isMarked)) return null;

  const markAll = async () => {
    let left = count;
    while (left > 0) {
      const next = (await mark.mutateAsync({ lang: former })).count;
      // Rows that somebody adds meanwhile must not keep the loop running.
      if (next >= left) break;
      left = next;
    }
    setMarked(true);
  };
  const name = languages[former];
  if (isMarked && count === 0) return <Alert role="status">The entries are marked as {name}.</Alert>;
  return (
    <Alert
      title={
        count === 1
          ? 'One entry has no language of its own'
          : `${count} entries have no language of their own`
      }
    >
      <Text>
        Posts, positions, projects and pages without a language count as {languages[chosen]} once this is
        saved. Browsers then divide and read them by its rules.
      </Text>
      {mark.error && <Text c="var(--mantine-color-error)">{parseApiError(mark.error).message}</Text>}
      <BusyButton
        mt="xs"
        variant="default"
        isBusy={mark.isPending}
        onClick={() => void markAll().catch(() => {})}
      >{`Mark as ${name}`}</BusyButton>
    </Alert>
  );
}

/** Then a save marks the rows. */
function hasFurther({ further_languages }: FieldValues): boolean {
  return (further_languages as string[]).length > 0;
}

interface LogoColoursProps {
  colours: readonly string[];
  chosen: string;
  onChoose: (colour: string) => void;
}

function LogoColours({ colours, chosen, onChoose }: LogoColoursProps) {
  return (
    <fieldset className={classes.logoColours}>
      <legend>Colours of your logo</legend>
      {colours.map((colour) => (
        <button
          key={colour}
          type="button"
          className={classes.swatch}
          aria-pressed={colour === chosen.toLowerCase()}
          onClick={() => onChoose(colour)}
        >
          <svg width="20" height="20" aria-hidden="true">
            <rect width="20" height="20" fill={colour} />
          </svg>
          {colour}
        </button>
      ))}
    </fieldset>
  );
}

interface GroupInputsProps {
  name: GroupName;
  group: Group;
  form: RecordForm<FieldValues>;
  failure: ApiErrorInfo | undefined;
  /** By default all fields. */
  shown?: Fields | undefined;
  /** Called with a path as in `ReportFocusContext`. */
  onFocus: (path: string) => void;
  /** Shown above the fields. */
  children?: ReactNode;
}

/** The inputs of one group, without a save button. */
export function GroupFormBody({ name, group, form, failure, shown, onFocus, children }: GroupInputsProps) {
  const fields = fieldsOfGroup(name);
  const [colours, setColours] = useState<string[]>([]);
  return (
    <>
      {name === 'brand' && (
        <BrandSamples look={form.values as Readonly<Record<string, unknown>> & BrandLook} />
      )}
      {colours.length > 0 && (
        <LogoColours
          colours={colours}
          chosen={String(form.values.accent)}
          onChoose={(accent) => form.setValues({ accent })}
        />
      )}
      {name === 'region' && !shown && !hasFurther(form.baseline.values) && !hasFurther(form.values) && (
        // The form offers no other values.
        <RowLanguages
          stored={form.baseline.values.language as Language}
          chosen={form.values.language as Language}
        />
      )}
      {name === 'mail' && !shown && (
        <MailboxPanel
          serverName={String(form.values.server_name)}
          onServerName={(server_name) => form.setValues({ server_name })}
        />
      )}
      {children}
      <ReportFocusContext value={onFocus}>
        <GroupFields
          form={form}
          group={name}
          fields={shown ?? fields}
          fieldValues={form.values}
          stored={form.baseline.values}
          defaults={toFieldValues(fields, group.defaults)}
          errors={failure?.fields ?? {}}
          onChange={form.setValues}
          onUploaded={(field, found) => field === 'logo' && setColours(found)}
        />
      </ReportFocusContext>
    </>
  );
}
