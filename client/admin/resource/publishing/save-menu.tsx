import { Menu } from '@mantine/core';
import { use, useId } from 'react';
import { formattedValuesOf, missingValuesOf } from '../../../../src/shared/blocks/row-values.ts';
import type { Column, Columns } from '../../../../src/shared/column-types.ts';
import { factsOf } from '../../../../src/shared/module-facts.ts';
import {
  countPicturePlaceholders,
  undescribedMediaIds,
} from '../../../../src/shared/writing/pictures-in-text.ts';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { SurroundingFormContext } from '../../core/surrounding-form.ts';
import type { PictureLack } from '../../core/found-picture.ts';
import { focusPicture } from '../../preview/focus-field.ts';
import type { Members } from '../field-kind.ts';
import { useFormContext } from '../form-context.tsx';
import { useFormPublication } from './use-form-publication.ts';
import classes from './publishing.module.css';

const ScheduleDialog = lazyDialog({
  name: 'the schedule',
  load: () => import('./schedule-modal.tsx').then((file) => file.ScheduleModal),
  onClose: ({ onClose }) => onClose(),
});

/** Entries of the menu beside the save button. Each changes whether or when visitors see the row, and then saves the form. */
export function PublicationEntries({ onSchedule }: { onSchedule: () => void }) {
  const { resource } = useFormContext();
  const { publicBy, schedule } = factsOf(resource.name);
  const { words } = resource;
  const publication = useFormPublication();
  const surrounding = use(SurroundingFormContext);
  const saveDraft = () => {
    publication.saveAsDraft();
    surrounding?.save('draft');
  };
  const publishNow = () => {
    publication.publishNow();
    surrounding?.save('leave');
  };
  return (
    <>
      {publicBy && <Menu.Item onClick={saveDraft}>{words.saveDraft}</Menu.Item>}
      <Menu.Item onClick={publishNow}>{words.publishNow}</Menu.Item>
      {schedule?.startColumn && <Menu.Item onClick={onSchedule}>Schedule…</Menu.Item>}
    </>
  );
}

/** Asks for a moment, and saves the form with it. */
export function ScheduledSave({ onClose }: { onClose: () => void }) {
  const { resource } = useFormContext();
  const publication = useFormPublication();
  const surrounding = use(SurroundingFormContext);
  return (
    <ScheduleDialog
      timeZone={resource.timeZone}
      from={publication.from}
      onClose={onClose}
      onSchedule={(wall) => {
        onClose();
        publication.schedule(wall);
        surrounding?.save('leave');
      }}
    />
  );
}

export function FormPublicationStatus() {
  const { resource, errorOf } = useFormContext();
  const { words, name } = resource;
  const { state, moment, isChanged } = useFormPublication();
  const error = errorOf(factsOf(name).schedule?.startColumn ?? '');
  const label = {
    draft: words.hidden,
    scheduled: `Scheduled for ${moment}`,
    published: moment ? `${words.visible} ${moment}` : words.visible,
    ended: `${words.ended} ${moment}`,
  }[state];
  return (
    <div className={classes.state} data-line>
      <p aria-live="polite">
        {isChanged ? `After saving: ${label}` : label}
        {error && (
          <span role="alert" className={classes.stateError}>
            {error}
          </span>
        )}
      </p>
      <MissingParts />
    </div>
  );
}

/** What the row lacks before visitors may see it. Each entry leads to its place. */
function MissingParts() {
  const { form, model, goTo } = useFormContext();
  const { isMeant, isMeantNow } = useFormPublication();
  const id = useId();
  if (!isMeant || !(isMeantNow || form.error)) return null;
  const columns = Object.fromEntries([...model.fields].map(([name, { column }]) => [name, column]));
  const parts = missingPartsOf(columns, form.values);
  if (parts.length === 0) return null;
  return (
    <div className={classes.missing}>
      <span id={id}>Before visitors see it:</span>
      <ul aria-labelledby={id}>
        {parts.map(({ path, label, lack }) => (
          <li key={path + label}>
            <button
              type="button"
              onClick={() => (lack && !path.includes('.') ? focusPicture(path, lack) : goTo(path))}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface MissingPart {
  path: string;
  /** Such as 'Choose a category'. */
  label: string;
  /** What pictures of the text lack. */
  lack?: PictureLack;
}

function missingPartsOf(columns: Columns, values: Members): MissingPart[] {
  const empty = missingValuesOf(columns, values).map(({ column, path }) => ({
    path,
    label: labelOf(column, path),
  }));
  const pictures = formattedValuesOf(columns, values).flatMap(({ path, value }): MissingPart[] => {
    const html = String(value ?? '');
    const [plain, absent] = [undescribedMediaIds(html).length, countPicturePlaceholders(html)];
    return [
      ...(plain > 0 ? [{ path, lack: 'description' as const, label: `Describe ${count(plain)}` }] : []),
      ...(absent > 0
        ? [
            {
              path,
              lack: 'file' as const,
              label: `${count(absent)} ${absent === 1 ? 'has' : 'have'} no file`,
            },
          ]
        : []),
    ];
  });
  return [...empty, ...pictures];
}

function count(pictures: number): string {
  return pictures === 1 ? '1 picture' : `${pictures} pictures`;
}

function labelOf(column: Column, path: string): string {
  const noun = column.label.toLowerCase();
  const [, block] = path.split('.');
  const place = block === undefined ? '' : ` in block ${Number(block) + 1}`;
  if (column.kind === 'choice' || column.kind === 'listed') return `Choose a ${noun}${place}`;
  if (column.kind === 'lines') return `Add a ${column.noun}${place}`;
  return `Fill in the ${noun}${place}`;
}
