import IconCopy from 'icon:copy';
import IconHistory from 'icon:history';
import { Button, Group } from '@mantine/core';
import { type ComponentType, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { factsOf } from '../../../src/shared/module-facts.ts';
import { useSaveErrors } from '../fields/use-save-errors.ts';
import { EditFormLoader, useEditQueryArguments } from '../form/edit-form-loader.tsx';
import { FormPage } from '../form/form-page.tsx';
import { type RecordFormOptions, useRecordForm } from '../form/use-record-form.ts';
import { useRecordNavigation } from '../list/use-list-params.ts';
import { focusField } from '../preview/focus-field.ts';
import { type ClickedField, ClickedFieldContext } from './clicked-field.ts';
import { Field } from './field.tsx';
import type { Members } from './field-kind.ts';
import { FormContext } from './form-context.tsx';
import type { FormModel } from './form-model.ts';
import { moduleHooks, type Row, rowIn } from './module-api.ts';
import { PublishingButton } from './publishing/publishing-button.tsx';
import { FormPublicationStatus, SaveMenu } from './publishing/save-menu.tsx';
import { type RowRules, rowModelOf } from './resource-models.ts';
import type { FrameProps, Resource } from './resource-types.ts';
import { saveMessageOf } from './save-message.tsx';
import { SampleBadge, useSamples } from './sample-badge.tsx';
import { useDraftPreview } from './use-draft-preview.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { useSaveCalls } from './use-saves.ts';

type LayoutProps = { values: object; Field: typeof Field };

/** The rules of a module's forms, without the types of its columns. */
export interface FormPagesRules extends RowRules {
  /** The layout of the fields in the standard frame. */
  form?: ComponentType<LayoutProps>;
  isChecked?: boolean;
  /** A form with a frame of its own, which replaces the standard frame. */
  frame?: ComponentType<FrameProps & LayoutProps>;
}

/** Returns the page that creates a row (`NewForm`) and the page that edits a stored row (`EditForm`). */
export function formPagesOf(rules: FormPagesRules) {
  // A new component type at each render would mount the frame again and lose unsaved input.
  const Frame = frameOf(rules);
  function NewForm({ resource }: { resource: Resource }) {
    const { address, words } = resource;
    const { toNewest, backToList } = useRecordNavigation(address);
    const model = useMemo(() => rowModelOf(resource, rules), [resource]);
    return (
      <RowForm
        resource={resource}
        model={model}
        Frame={Frame}
        title={words.create}
        saveLabel={words.saveNew}
        options={{ successMessage: saveMessageOf(resource, words.created), onSuccess: toNewest }}
        onCancel={backToList}
      />
    );
  }
  /** The form of the stored row whose id is in the address. */
  function EditForm({ resource }: { resource: Resource }) {
    const { name, address, nouns, words } = resource;
    const { backToList } = useRecordNavigation(address);
    const model = useMemo(() => rowModelOf(resource, rules), [resource]);
    const list = { path: address, nouns: nouns.many };
    const query = moduleHooks(name).one.useQuery(...useEditQueryArguments());
    return (
      <EditFormLoader title={words.edit} query={query} subject={words.row} list={list}>
        {(answer) => {
          const row = rowIn(name, answer);
          return (
            <RowForm
              key={row.id}
              resource={resource}
              model={model}
              Frame={Frame}
              title={words.edit}
              saveLabel={words.saveStored}
              options={{ row, successMessage: saveMessageOf(resource, words.saved), onSuccess: backToList }}
              onCancel={backToList}
            />
          );
        }}
      </EditFormLoader>
    );
  }
  return { NewForm, EditForm };
}

/** Returns the module's own frame, or the standard frame around the module's layout. */
function frameOf({ form: Layout, frame: Own, isChecked = false }: FormPagesRules): ComponentType<FrameProps> {
  if (Own) return (props) => <Own {...props} values={props.form.values} Field={Field} />;
  return ({ errors, isNew: _, ...shell }) => (
    <FormPage {...shell} isChecked={isChecked} failure={errors.failure}>
      {Layout && <Layout values={shell.form.values} Field={Field} />}
    </FormPage>
  );
}

interface RowFormProps {
  resource: Resource;
  model: FormModel;
  Frame: ComponentType<FrameProps>;
  title: string;
  saveLabel: string;
  options: Omit<RecordFormOptions<Members, Row>, 'defaultValues'>;
  onCancel: () => void;
}

function RowForm({ resource, model, Frame, options, ...frame }: RowFormProps) {
  const { name, title, afterSave } = resource;
  const { row } = options;
  const form = useRecordForm(model.definition, useSaveCalls({ name, title, model, afterSave }, row), {
    ...options,
    defaultValues: model.empty,
  });
  const errors = useSaveErrors(form.error, model.errorNames);
  const duplicate = useDuplicate(resource);
  const { publicBy, schedule } = factsOf(name);
  // The publishing drawer saves some fields of this form too.
  const takeOver = (stored: Row) => {
    const from = schedule?.startColumn ?? '';
    const values = model.definition.toValues(stored);
    const changed = [publicBy ?? '', from, `${from}_stored`, 'slug'].filter(
      (key) => key in values && values[key] !== form.baseline.values[key],
    );
    form.patch(Object.fromEntries(changed.map((key) => [key, values[key]])));
  };
  const samples = useSamples(name);
  const [asked, setAsked] = useState<ClickedField>();
  const preview = useDraftPreview(resource, model, form, {
    row,
    onField: (path) => (path.startsWith('blocks.') ? setAsked({ path, isDone: false }) : focusField(path)),
  });
  const action = (row || preview.button) && (
    <Group gap="sm">
      {row && samples.includes(row.id) && <SampleBadge />}
      {preview.button}
      {row && (
        <>
          <Button
            component={Link}
            to={`${resource.address}/${row.id}/versions`}
            variant="default"
            leftSection={<IconHistory size={17} stroke={1.6} />}
          >
            Versions
          </Button>
          {factsOf(name).schedule && (
            <Button
              variant="default"
              leftSection={<IconCopy size={17} stroke={1.6} />}
              onClick={() => void duplicate(row)}
            >
              Duplicate
            </Button>
          )}
          {schedule && <PublishingButton resource={resource} row={row} onStored={takeOver} />}
        </>
      )}
    </Group>
  );
  return (
    <FormContext value={{ model, form, errorOf: errors.of, resource, row }}>
      <ClickedFieldContext value={asked}>
        <Frame
          {...frame}
          form={form}
          errors={errors}
          isNew={!row}
          publication={schedule && { state: <FormPublicationStatus />, menu: <SaveMenu /> }}
          action={action}
          aside={preview.pane}
        />
      </ClickedFieldContext>
    </FormContext>
  );
}
