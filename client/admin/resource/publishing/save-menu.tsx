import IconChevronDown from 'icon:chevron-down';
import { Button, Menu } from '@mantine/core';
import { use, useState } from 'react';
import { createPortal } from 'react-dom';
import { factsOf } from '../../../../src/shared/module-facts.ts';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { SurroundingFormContext } from '../../core/surrounding-form.ts';
import { useFormContext } from '../form-context.tsx';
import { useFormPublication } from './use-form-publication.ts';
import classes from './publishing.module.css';

const ScheduleDialog = lazyDialog({
  name: 'the schedule',
  load: () => import('./schedule-modal.tsx').then((file) => file.ScheduleModal),
  onClose: ({ onClose }) => onClose(),
});

/** Each entry changes whether or when visitors see the row, and then saves the form. */
export function SaveMenu() {
  const { resource } = useFormContext();
  const { publicBy, schedule } = factsOf(resource.name);
  const { words } = resource;
  const publication = useFormPublication();
  const surrounding = use(SurroundingFormContext);
  const [isScheduling, setScheduling] = useState(false);
  const save = () => surrounding?.element.current?.requestSubmit();
  const saveDraft = () => {
    publication.saveAsDraft();
    save();
  };
  const publishNow = () => {
    publication.publishNow();
    save();
  };
  return (
    <>
      <Menu position="top-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            className={classes.menuButton!}
            aria-label="More ways to save"
            disabled={surrounding?.isSubmitting}
          >
            <IconChevronDown size={18} stroke={1.6} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {publicBy && <Menu.Item onClick={saveDraft}>{words.saveDraft}</Menu.Item>}
          <Menu.Item onClick={publishNow}>{words.publishNow}</Menu.Item>
          {schedule?.startColumn && <Menu.Item onClick={() => setScheduling(true)}>Schedule…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {isScheduling &&
        // HTML does not allow a form inside another form, so the dialog is rendered outside the surrounding form.
        createPortal(
          <ScheduleDialog
            timeZone={resource.timeZone}
            from={publication.from}
            onClose={() => setScheduling(false)}
            onSchedule={(wall) => {
              setScheduling(false);
              publication.schedule(wall);
              save();
            }}
          />,
          document.body,
        )}
    </>
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
    <p className={classes.state} aria-live="polite">
      {isChanged ? `After saving: ${label}` : label}
      {error && (
        <span role="alert" className={classes.stateError}>
          {error}
        </span>
      )}
    </p>
  );
}
