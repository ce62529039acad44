import { Button, Text } from '@mantine/core';
import { useMemo } from 'react';
import { factsOf } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { useTimeZone } from '../../components/choices-context.tsx';
import { SideDialog } from '../../components/dialog.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { FormElement, SaveBar, SaveButton } from '../../form/form-page.tsx';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import type { Members } from '../field-kind.ts';
import { Field } from '../field.tsx';
import { FormContext } from '../form-context.tsx';
import type { Row } from '../module-api.ts';
import { publishingModelOf } from '../resource-models.ts';
import type { Resource } from '../resource-types.ts';
import { saveMessageOf } from '../save-message.tsx';
import { usePublishingCalls } from '../use-saves.ts';
import { AddressSection } from './address-section.tsx';
import { PublicationBadge } from './publication-badge.tsx';
import classes from './publishing.module.css';
import { SearchSection } from './search-section.tsx';

/** Slightly old proposals are acceptable. */
const proposalOptions = { staleTime: 30_000 } as const;

function AuthorAndTagsSection({ resource }: { resource: Resource }) {
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

function DatesSection({ resource, row }: { resource: Resource; row: object }) {
  const { publicBy, schedule } = factsOf(resource.name);
  const timeZone = useTimeZone();
  const { startColumn: from, endColumn: until } = schedule!;
  const zone = `Time zone: ${timeZone.replaceAll('_', ' ')}.`;
  const { visible, publication } = resource.words;
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Dates</legend>
      <PublicationBadge row={row} publicBy={publicBy} schedule={schedule} words={publication} />
      {publicBy && <Field name={publicBy} label={visible} />}
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

function LanguageSection({ resource }: { resource: Resource }) {
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

/** The parts of the drawer, which share one form and one save. */
const sections = [DatesSection, AuthorAndTagsSection, LanguageSection, AddressSection, SearchSection];

export interface PublishingDrawerProps {
  resource: Resource;
  row: Row;
  onClose: () => void;
  onStored?: ((row: Row) => void) | undefined;
}

/** When and how visitors see a row. Saves independently of the row's form. */
export function PublishingDrawer({ resource, row, onClose, onStored }: PublishingDrawerProps) {
  const { name, title, words } = resource;
  const model = useMemo(() => publishingModelOf(resource), [resource]);
  const calls = usePublishingCalls({ name, title, model }, row, onStored);
  const form = useRecordForm<Members, Row>(model.definition, calls, {
    row,
    defaultValues: model.empty,
    onSuccess: onClose,
    successMessage: saveMessageOf(resource, words.saved),
  });
  const errors = useSaveErrors(form.error, model.errorNames);
  const cancel = () => {
    form.discard();
    onClose();
  };
  if (form.guard.isRevoked) return null;
  return (
    <FormContext value={{ model, form, errorOf: errors.of, resource, row }}>
      <SideDialog
        opened
        onClose={onClose}
        closeOnEscape={!form.isDirty}
        position="right"
        size="28rem"
        closeOnClickOutside={false}
        title="Publishing"
        classNames={{
          content: classes.content,
          header: classes.header,
          body: classes.body,
        }}
      >
        <FormElement form={form} problem={errors.failure} onSave={form.submit}>
          <Text c="dimmed">{String(row[resource.title])}</Text>
          <FormAlerts form={form} />
          {sections.map((Section) => (
            <Section key={Section.name} resource={resource} row={row} />
          ))}
          <SaveBar form={form} failure={errors.failure} className={classes.actions}>
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
            <SaveButton form={form} label="Save" />
          </SaveBar>
        </FormElement>
      </SideDialog>
      <SignInAgainDialog guard={form.guard} />
    </FormContext>
  );
}
