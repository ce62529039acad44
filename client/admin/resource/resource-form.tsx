import IconCalendarEvent from 'icon:calendar-event';
import IconCopy from 'icon:copy';
import IconHistory from 'icon:history';
import IconListDetails from 'icon:list-details';
import { Button, Group, Text } from '@mantine/core';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { hasGrant } from '../../../src/shared/grants.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { useCurrentUser } from '../core/admin-context.ts';
import { isCaretInText } from '../core/caret.ts';
import { paths } from '../core/paths.ts';
import { useSaveErrors } from '../fields/use-save-errors.ts';
import { EditFormLoader, useEditQueryArguments } from '../form/edit-form-loader.tsx';
import { FormPage } from '../form/form-page.tsx';
import { useNewRowForm } from '../form/use-new-row-form.ts';
import { type RecordFormOptions, useRecordForm } from '../form/use-record-form.ts';
import { useRecordNavigation } from '../list/use-list-params.ts';
import { focusField } from '../preview/focus-field.ts';
import { type ClickedField, ClickedFieldContext } from './clicked-field.ts';
import { Field } from './field.tsx';
import type { Members } from './field-kind.ts';
import { FormContext, type FormModel } from './form-context.tsx';
import { type RowRules, rowModelOf } from './form-model.ts';
import { moduleHooks, type Row, rowIn } from './module-api.ts';
import { FormPublicationStatus, PublicationEntries, ScheduledSave } from './publishing/save-menu.tsx';
import type { FrameProps, Resource } from './resource-types.ts';
import { saveMessageOf, useSaveCalls } from './use-saves.tsx';
import { SampleBadge, useSamples } from './sample-badge.tsx';
import { useTranslations } from './translations/use-translations.tsx';
import { useDraftPreview } from './use-draft-preview.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { figures } from '../core/figures.ts';

const drawerParts = {
  name: 'the publishing settings',
  onClose: ({ onClose }: { onClose: () => void }) => onClose(),
};

// Loaded on demand, because forms do not need the drawer to show their rows.
const PublishingDrawer = lazyDialog({
  ...drawerParts,
  load: () => import('./publishing/publishing-drawer.tsx').then((file) => file.PublishingDrawer),
});

const PublishingForm = lazyDialog({
  ...drawerParts,
  load: () => import('./publishing/publishing-drawer.tsx').then((file) => file.PublishingForm),
});

const HistoryPane = lazyPart({
  name: 'the history',
  load: () => import('./versions/history-pane.tsx').then((file) => file.HistoryPane),
});

export interface ListFormProps {
  resource: Resource;
  row: Row;
  onClose: () => void;
}

type LayoutProps = { values: object; Field: typeof Field };

export interface FormPagesRules extends RowRules {
  form?: ComponentType<LayoutProps>;
  isChecked?: boolean;
  /** Replaces the standard frame. */
  frame?: ComponentType<FrameProps & LayoutProps>;
}

export function formPagesOf(rules: FormPagesRules) {
  // A new component type at each render would mount the frame again and lose unsaved input.
  const Frame = frameOf(rules);
  function RowPage({ resource }: { resource: Resource }) {
    const { beganNew, opening, onCreated } = useNewRowForm(resource.address);
    if (!beganNew) return <EditForm resource={resource} />;
    return <NewForm key={opening} resource={resource} onCreated={onCreated} />;
  }
  function NewForm({ resource, onCreated }: { resource: Resource; onCreated: (row: Row) => void }) {
    const { address, words } = resource;
    const { toNewest, backToList } = useRecordNavigation(address);
    const model = useMemo(() => rowModelOf(resource, rules), [resource]);
    return (
      <RowForm
        resource={resource}
        model={model}
        Frame={Frame}
        options={{
          successMessage: saveMessageOf(resource, words.created),
          onSuccess: toNewest,
          onStay: onCreated,
        }}
        onCancel={backToList}
      />
    );
  }
  /** Its id is in the address. */
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
              options={{ row, successMessage: saveMessageOf(resource, words.saved), onSuccess: backToList }}
              onCancel={backToList}
            />
          );
        }}
      </EditFormLoader>
    );
  }
  /** The form of a stored row above a list, with the fields of the drawer 'Publishing' alone. */
  function ListForm({ resource, row, onClose }: ListFormProps) {
    const model = useMemo(() => rowModelOf(resource, rules), [resource]);
    const successMessage = saveMessageOf(resource, resource.words.saved);
    const open = useRowForm(resource, model, { row, successMessage, onSuccess: onClose });
    const { form } = open;
    const errors = useSaveErrors(form.error, model.drawer);
    return (
      <FormContext value={{ ...open, errorOf: errors.of, goTo: focusField }}>
        <PublishingForm form={form} failure={errors.failure} onClose={onClose} />
      </FormContext>
    );
  }
  return { RowPage, ListForm };
}

function frameOf({ form: Layout, frame: Own, isChecked = false }: FormPagesRules): ComponentType<FrameProps> {
  if (Own) return (props) => <Own {...props} values={props.form.values} Field={Field} />;
  return ({ errors, isNew: _, ...shell }) => (
    <FormPage {...shell} isChecked={isChecked} failure={errors.failure}>
      {Layout && <Layout values={shell.form.values} Field={Field} />}
    </FormPage>
  );
}

type RowFormOptions = Omit<RecordFormOptions<Members, Row>, 'defaultValues'>;

/** Returns the state of a row's form, and what its fields read of it. */
function useRowForm(resource: Resource, model: FormModel, options: RowFormOptions) {
  const [row, setRow] = useState(options.row);
  const form = useRecordForm(model.definition, useSaveCalls(resource, model, row), {
    ...options,
    onStay: (stored) => {
      setRow(stored);
      options.onStay?.(stored);
    },
    defaultValues: model.empty,
  });
  return { form, model, resource, row };
}

interface RowFormProps {
  resource: Resource;
  model: FormModel;
  Frame: ComponentType<FrameProps>;
  options: RowFormOptions;
  onCancel: () => void;
}

function RowForm({ resource, model, Frame, options, onCancel }: RowFormProps) {
  const { name, words } = resource;
  const open = useRowForm(resource, model, options);
  const { form, row } = open;
  const errors = useSaveErrors(form.error, model.errorNames);
  const duplicate = useDuplicate(resource);
  const { folder, schedule, publicBy } = factsOf(name);
  const [isPublishing, setPublishing] = useState(false);
  const [isScheduling, setScheduling] = useState(false);
  const [hasHistory, setHistory] = useState(false);
  const { failure } = errors;
  const isRefusedInDrawer = model.drawer.some((key) => !model.errorNames.includes(key) && errors.of(key));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer opens once for each refused save
  useEffect(() => {
    if (row && isRefusedInDrawer && !isCaretInText()) setPublishing(true);
  }, [failure]);
  const samples = useSamples(name);
  const [clicked, setClicked] = useState<ClickedField>();
  const goTo = (path: string) =>
    path.startsWith('blocks.') ? setClicked({ path, isDone: false }) : focusField(path);
  const preview = useDraftPreview(resource, model, form, { row, onField: goTo });
  const translations = useTranslations(resource, model, form, row);
  const action = (row || preview.button) && (
    <Group gap="sm">
      {translations.bar}
      {row && folder && <FormViews module={name} id={row.id} />}
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
          <Button
            variant="default"
            aria-expanded={hasHistory}
            leftSection={<IconListDetails size={17} stroke={1.6} />}
            onClick={() => setHistory(!hasHistory)}
          >
            History
          </Button>
          {schedule && (
            <>
              <Button
                variant="default"
                leftSection={<IconCopy size={17} stroke={1.6} />}
                onClick={() => void duplicate(row)}
              >
                Duplicate
              </Button>
              <Button
                variant="default"
                leftSection={<IconCalendarEvent size={17} stroke={1.6} />}
                onClick={() => setPublishing(true)}
              >
                Publishing
              </Button>
            </>
          )}
        </>
      )}
    </Group>
  );
  const publication = {
    state: (
      <>
        <FormPublicationStatus />
        {/* HTML does not allow a form inside another form. */}
        {isPublishing &&
          createPortal(<PublishingDrawer onClose={() => setPublishing(false)} />, document.body)}
        {isScheduling && createPortal(<ScheduledSave onClose={() => setScheduling(false)} />, document.body)}
      </>
    ),
    menu: <PublicationEntries onSchedule={() => setScheduling(true)} />,
  };
  return (
    <FormContext value={{ ...open, errorOf: errors.of, goTo }}>
      <ClickedFieldContext value={clicked}>
        <Frame
          title={row ? words.edit : words.create}
          saveLabel={row ? words.saveStored : words.saveNew}
          onCancel={onCancel}
          form={form}
          errors={errors}
          isNew={!row}
          publication={publicBy !== null || schedule ? publication : undefined}
          action={action}
          aside={
            (translations.pane || preview.pane || hasHistory) && (
              <>
                {hasHistory && row && (
                  <HistoryPane resource={resource} id={row.id} onClose={() => setHistory(false)} />
                )}
                {translations.pane}
                {preview.pane}
              </>
            )
          }
        />
      </ClickedFieldContext>
    </FormContext>
  );
}

interface FormViewsProps {
  module: ModuleName;
  id: number;
}

/** How often the page of a row was shown. Nothing while views are not counted. */
function FormViews({ module, id }: FormViewsProps) {
  const { role } = useCurrentUser();
  const { data } = trpc.visits.ofRow.useQuery({ module, id }, { enabled: hasGrant(role, 'visits:read') });
  const views = data?.views;
  if (!data || views === null || views === undefined) return null;
  return (
    <Text component={Link} to={`${paths.numbers}?show=page`} fz="sm" c="dimmed">
      {views === 1 ? '1 view' : `${figures.format(views)} views`} in the last {data.days} days
    </Text>
  );
}
