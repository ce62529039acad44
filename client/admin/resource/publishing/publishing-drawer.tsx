import { Button, Text } from '@mantine/core';
import { type ReactNode, type SubmitEvent, use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { factsOf } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { SideDialog } from '../../components/dialog.tsx';
import { SurroundingFormContext } from '../../core/surrounding-form.ts';
import { useShortcuts } from '../../core/use-shortcuts.ts';
import type { SaveErrors } from '../../fields/use-save-errors.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { pick } from '../../form/form-definition.ts';
import { FormElement, SaveBar, SaveButton, SaveFoot } from '../../form/form-page.tsx';
import formClasses from '../../form/form.module.css';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import type { RecordForm } from '../../form/use-record-form.ts';
import { controls } from '../controls.tsx';
import type { Members } from '../field-kind.ts';
import { Field } from '../field.tsx';
import { useFormContext } from '../form-context.tsx';
import { AddressSection } from './address-section.tsx';
import { titleOf } from './addresses.ts';
import { PublicationBadge } from './publication-badge.tsx';
import classes from './publishing.module.css';
import { SearchSection } from './search-section.tsx';

/** Slightly old proposals are acceptable. */
const proposalOptions = { staleTime: 30_000 } as const;

function AuthorAndTagsSection() {
  const { resource } = useFormContext();
  return factsOf(resource.name).drawer?.includes('author') ? <AuthorFields /> : null;
}

function AuthorFields() {
  const { data: used } = trpc.blog.tags.useQuery(undefined, proposalOptions);
  const { data: page } = trpc.team.list.useQuery({}, proposalOptions);
  const names = page?.team.map(({ name }) => name);
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Author and tags</legend>
      <Field
        name="author"
        description="Optional. A member of the team, or somebody else. Visitors see the name with the post."
        proposals={names}
      />
      <Field name="tags" proposals={used?.tags} />
    </fieldset>
  );
}

function DatesSection() {
  const { resource, row = {} } = useFormContext();
  const { publicBy, schedule } = factsOf(resource.name);
  const { startColumn: from, endColumn: until } = schedule!;
  const zone = `Time zone: ${resource.timeZone.replaceAll('_', ' ')}.`;
  const { visible, publication } = resource.words;
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Dates</legend>
      <PublicationBadge row={row} publicBy={publicBy} schedule={schedule} words={publication} />
      {publicBy && <Field name={publicBy} label={visible} Control={controls.tick} />}
      {from && (
        <Field
          name={from}
          description={`${publicBy ? 'Leave empty to publish at once.' : 'Leave empty to show it at once.'} ${zone}`}
        />
      )}
      <Field
        name={until}
        description={`Optional. ${from ? 'Visitors no longer see it from then on.' : 'Visitors can apply until the end of this day.'} ${zone}`}
      />
    </fieldset>
  );
}

function LanguageSection() {
  const { resource } = useFormContext();
  if (!factsOf(resource.name).folder) return null;
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Language</legend>
      <Field
        name="lang"
        description="Screen readers, browsers and search engines read the words in this language. Arabic, Hebrew and others are set from right to left."
      />
    </fieldset>
  );
}

function Sections() {
  const { form, resource, row } = useFormContext();
  const { title } = resource;
  return (
    <>
      <Text c="dimmed">{titleOf({ title, row, values: form.values })}</Text>
      <DatesSection />
      <AuthorAndTagsSection />
      <LanguageSection />
      {factsOf(resource.name).folder && (
        <>
          <AddressSection />
          <SearchSection />
        </>
      )}
    </>
  );
}

interface DrawerProps {
  closeOnEscape?: boolean;
  onClose: () => void;
  children: ReactNode;
}

function Drawer(props: DrawerProps) {
  const { content, header, body } = classes;
  return (
    <SideDialog
      opened
      position="right"
      size="28rem"
      closeOnClickOutside={false}
      title="Publishing"
      classNames={{ content: content!, header: header!, body: body! }}
      {...props}
    />
  );
}

/** The drawer of an open form, whose save stores the drawer's fields too. */
export function PublishingDrawer({ onClose }: { onClose: () => void }) {
  const { form, model } = useFormContext();
  const [before] = useState(form.values);
  const names = model.drawer.flatMap((name) => Object.keys(model.fields.get(name)!.kind.initial));
  const cancel = () => {
    form.setValues(pick(before, names));
    onClose();
  };
  return (
    <Drawer onClose={onClose}>
      <DrawerFields onCancel={cancel} onDone={onClose} />
    </Drawer>
  );
}

function DrawerFields({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) {
  const surrounding = use(SurroundingFormContext);
  const element = useRef<HTMLFormElement>(null);
  const save = (event: KeyboardEvent) => {
    if (event.repeat) return;
    // The browser and the form lead to fields that must be corrected, so no drawer may cover them.
    flushSync(onDone);
    surrounding?.save('stay');
  };
  useShortcuts([{ keys: 'mod+S', label: 'Save', run: save }]);
  useEffect(() => {
    // A dialog focuses the element with this attribute when it opens, and does not scroll to it.
    const refused = element.current?.querySelector('[aria-invalid="true"]');
    refused?.setAttribute('data-autofocus', 'true');
    refused?.scrollIntoView?.({ block: 'center' });
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // In React's tree the drawer is inside the form of the row, which must not receive the event.
    event.stopPropagation();
    onDone();
  };
  return (
    <form ref={element} noValidate className={formClasses.form} onSubmit={submit}>
      <Sections />
      <SaveFoot className={classes.actions} messages={null}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Done</Button>
      </SaveFoot>
    </form>
  );
}

interface PublishingFormProps {
  form: RecordForm<Members>;
  failure: SaveErrors['failure'];
  onClose: () => void;
}

/** The form of a row with the drawer's fields alone, above a list. */
export function PublishingForm({ form, failure, onClose }: PublishingFormProps) {
  const cancel = () => {
    form.discard();
    onClose();
  };
  if (form.guard.isRevoked) return null;
  return (
    <>
      <Drawer closeOnEscape={!form.isDirty} onClose={onClose}>
        <FormElement form={form} problem={failure} onSave={form.save}>
          <FormAlerts form={form} />
          <Sections />
          <SaveBar form={form} failure={failure} className={classes.actions}>
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
            <SaveButton form={form} label="Save" />
          </SaveBar>
        </FormElement>
      </Drawer>
      <SignInAgainDialog guard={form.guard} />
    </>
  );
}
