import { Button, Text } from '@mantine/core';
import { useMemo } from 'react';
import { SideDialog } from '../../components/dialog.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import { FormElement, SaveBar, SaveButton } from '../../form/form-page.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import { FormContext } from '../form-context.tsx';
import type { Members } from '../field-kind.ts';
import { publishingModelOf } from '../resource-models.ts';
import type { Resource } from '../resource-types.ts';
import { saveMessageOf } from '../save-message.tsx';
import type { Row } from '../module-api.ts';
import { usePublishingCalls } from '../use-saves.ts';
import { AddressSection } from './address-section.tsx';
import { AuthorAndTagsSection } from './author-and-tags-section.tsx';
import { DatesSection } from './dates-section.tsx';
import { LanguageSection } from './content-language-section.tsx';
import classes from './publishing.module.css';
import { SearchSection } from './search-section.tsx';

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
