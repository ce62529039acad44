import { Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import { fixedPlaceOfPath } from '../../../../src/modules/pages/pages.facts.ts';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { type ModuleName, modulePath } from '../../../../src/shared/module-facts.ts';
import type { Fields } from '../../../../src/shared/settings/field-types.ts';
import type { Language } from '../../../../src/shared/settings/fields/region.ts';
import {
  type GroupName as BaseName,
  groupNames,
  settingGroups,
} from '../../../../src/shared/settings/groups.ts';
import { textFieldsOf } from '../../../../src/shared/settings/translated-groups.ts';
import type { ApiErrorInfo } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { LanguageChoice, useChosenLanguage } from '../../components/language-choice.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { useIsCovered } from '../../core/full-screen.ts';
import { pageSettingsPath } from '../../core/paths.ts';
import { editedQueryOptions } from '../../form/edit-form-loader.tsx';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { FormElement, SaveButton, SaveFoot, SaveMessages } from '../../form/form-page.tsx';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import type { RecordForm } from '../../form/use-record-form.ts';
import preview from '../../preview/preview.module.css';
import { useIgnoreFileDrops } from '../../preview/use-ignore-file-drops.ts';
import { GroupFormBody } from './group-form-body.tsx';
import { groupInLanguage, type FieldValues, type Group, type GroupName } from './group-model.ts';
import { fieldPlaceOf, GroupPreview, type PreviewedForm } from './group-preview.tsx';
import { type EditedPage, editedPages, fieldsOfPage, rowNounOf, type ShownGroup } from './page-fields.ts';
import classes from './settings.module.css';
import { useGroupForm } from './use-group-form.ts';

interface OpenGroupForm {
  name: GroupName;
  group: Group;
  form: RecordForm<FieldValues>;
  failure: ApiErrorInfo | undefined;
}

const labels = Object.entries(settingGroups).map(([name, { label }]) => [name, label]);
const partLabels = { ...Object.fromEntries(labels), pages: 'Texts' } as Record<BaseName, string>;
const labelOfPart = (name: GroupName) => partLabels[name.split('.')[0] as BaseName];

interface GroupPartProps {
  open: OpenGroupForm;
  shown: Fields;
  /** Whether the page shows them between its header and its footer. Such a group is open at first. */
  isOwn: boolean;
  /** Called with the place of the field that has the focus, for example `company#address.city`. */
  onFocus: (place: string) => void;
}

function GroupPart({ open, shown, isOwn, onFocus }: GroupPartProps) {
  const { name, group, form, failure } = open;
  const needsAttention = Boolean(failure || form.conflict || form.autosaves.length > 0);
  return (
    <details className={classes.part} data-group={name} open={isOwn || needsAttention || undefined}>
      <summary className={classes.partName}>
        <h2>{labelOfPart(name)}</h2>
      </summary>
      <div className={classes.partBody}>
        <FormAlerts form={form} />
        <GroupFormBody
          name={name}
          group={group}
          form={form}
          failure={failure}
          shown={shown}
          onFocus={(path) => onFocus(fieldPlaceOf(name, path))}
        />
      </div>
    </details>
  );
}

/** All settings that one page of the site shows, beside one preview. */
export function EditedPageScreen() {
  const { '*': address = '' } = useParams();
  const { role } = useCurrentUser();
  const pages = editedPages.filter((page) =>
    groupsOf(page).some((name) => hasGrant(role, settingGroups[name].grant)),
  );
  const page = pages.find(({ name }) => name === address);
  const language = useChosenLanguage();
  if (!page) return <Navigate to={pageSettingsPath(pages[0]!.name)} replace />;
  return <EditedPageForms key={`${page.name} ${language}`} page={page} pages={pages} language={language} />;
}

/** Without the groups that every page shows in its header or footer. */
function groupsOf({ fields }: EditedPage): BaseName[] {
  return groupNames.filter((name) => fields[name]);
}

interface EditedPageFormsProps {
  page: EditedPage;
  pages: readonly EditedPage[];
  /** Of the texts. Undefined for the main one. */
  language: Language | undefined;
}

function EditedPageForms({ page, pages, language }: EditedPageFormsProps) {
  const { role } = useCurrentUser();
  const permitted = fieldsOfPage(page).filter(({ name }) => hasGrant(role, settingGroups[name].grant));
  const parts = language ? permitted.flatMap((part) => partInLanguage(part, language)) : permitted;
  const queries = trpc.useQueries((api) =>
    parts.map(({ name }) => api.settings.one({ group: name }, editedQueryOptions)),
  );
  const groups = queries.flatMap(({ data }) => data ?? []);
  const query = queries.find(({ data }) => !data) ?? queries[0]!;
  return (
    <QueryBoundary query={query} subject="the settings" skeleton={<Skeleton height={480} />}>
      {() => (
        <EditedPageForm
          page={page}
          pages={pages}
          language={language}
          parts={parts.map((part, index) => ({ ...part, group: groups[index]! }))}
        />
      )}
    </QueryBoundary>
  );
}

interface Part extends Omit<ShownGroup, 'name'> {
  name: GroupName;
}

/** The texts of a group in a further language, if it has any on the page. */
function partInLanguage({ name, fields, ...part }: ShownGroup, language: Language): Part[] {
  const stored = groupInLanguage(name, language);
  const texts = textFieldsOf(name, fields) ?? {};
  return stored && Object.keys(texts).length > 0 ? [{ ...part, name: stored, fields: texts }] : [];
}

interface EditedPageFormProps extends EditedPageFormsProps {
  /** The same groups as long as the page is shown. */
  parts: (Part & { group: Group })[];
}

function EditedPageForm({ page, pages, parts, language }: EditedPageFormProps) {
  const search = language ? `?language=${language}` : '';
  const navigate = useNavigate();
  const open = parts.map(({ name, group }): OpenGroupForm => {
    // biome-ignore lint/correctness/useHookAtTopLevel: a page has the same groups at each rendering
    return { name, group, ...useGroupForm({ name, group }) };
  });
  const [isSaving, setSaving] = useState(false);
  const [hasPreview, setHasPreview] = useState(true);
  const [path, setPath] = useState(page.path);
  const [focused, setFocused] = useState<string>();
  const isCovered = useIsCovered();
  useIgnoreFileDrops(document);
  const changed = open.filter(({ form }) => form.isDirty);
  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    const stored: OpenGroupForm[] = [];
    // A group whose save fails keeps its input and shows the error.
    for (const one of changed) if (await one.form.submit()) stored.push(one);
    setSaving(false);
    if (stored.length > 0) notifySuccess(messageOf(stored, changed));
  };
  const show = (to: string) => {
    const other = pages.find((one) => one.path === to);
    if (other && other !== page) navigate(pageSettingsPath(other.name) + search);
    else setPath(to);
  };
  const all = {
    isSubmitting: isSaving,
    conflict: open.find(({ form }) => form.conflict)?.form.conflict,
    blockedSubmits: open.reduce((sum, { form }) => sum + form.blockedSubmits, 0),
  };
  if (open.some(({ form }) => form.guard.isRevoked)) return null;
  return (
    <section className={classes.body} aria-label={`Page: ${page.label}`}>
      <div className={classes.pageChoice} inert={isCovered}>
        <NativeSelect
          label="Page"
          data={pages.map(({ path: value, label }) => ({ value, label }))}
          value={page.path}
          onChange={({ currentTarget }) => show(currentTarget.value)}
        />
        <LanguageChoice />
        {path === page.path ? (
          <RowLinks page={page} />
        ) : (
          <Button variant="default" onClick={() => setPath(page.path)}>{`Back to ${page.label}`}</Button>
        )}
      </div>
      <div className={preview.beside} data-preview={hasPreview || undefined}>
        <div className={preview.side} inert={isCovered}>
          <Button variant="default" onClick={() => setHasPreview(!hasPreview)}>
            {hasPreview ? 'Hide the preview' : 'Show the preview'}
          </Button>
          {hasPreview && (
            <GroupPreview forms={open.map(toPreviewed)} path={path} onPath={show} focused={focused} />
          )}
        </div>
        <FormElement form={all} problem={open.find(({ failure }) => failure)?.failure} onSave={save}>
          {parts.map(({ name, fields, isOwn }, index) => (
            <GroupPart key={name} open={open[index]!} shown={fields} isOwn={isOwn} onFocus={setFocused} />
          ))}
          <SaveFoot
            failure={open.find(({ failure }) => failure?.isOffline !== undefined)?.failure}
            messages={open.map(({ name, form, failure }) => (
              <SaveMessages
                key={name}
                form={form}
                failure={failure}
                title={`${labelOfPart(name)}: not saved`}
              />
            ))}
          >
            <Text role="status" c="dimmed" fz="sm" className={classes.changed!}>
              {changed.length > 0 ? `Unsaved: ${labelsOf(changed)}` : 'Nothing is unsaved.'}
            </Text>
            <SaveButton form={all} label="Save" />
          </SaveFoot>
        </FormElement>
      </div>
      {open.map(({ name, form }) => (
        <SignInAgainDialog key={name} guard={form.guard} />
      ))}
    </section>
  );
}

const labelsOf = (forms: readonly OpenGroupForm[]) => forms.map(({ name }) => labelOfPart(name)).join(', ');

function messageOf(stored: readonly OpenGroupForm[], changed: readonly OpenGroupForm[]): string {
  const what = stored.length === changed.length ? 'Saved.' : `Saved: ${labelsOf(stored)}.`;
  return `${what} Visitors see it now.`;
}

function toPreviewed({ name, group, form }: OpenGroupForm): PreviewedForm {
  const { language, trade } = group;
  return { group: name, language, trade, fieldValues: form.values, isChanged: form.isDirty };
}

/** For `pages`, limits the list to those whose blocks this fixed page shows. */
function queryOf(name: ModuleName, path: string): string {
  const place = name === 'pages' && fixedPlaceOfPath(path);
  return place ? `?${new URLSearchParams({ place })}` : '';
}

function RowLinks({ page }: { page: EditedPage }): ReactNode {
  const { role } = useCurrentUser();
  const rows = page.rows.filter((name) => hasGrant(role, `${name}:manage`));
  if (rows.length === 0) return null;
  return (
    <p>
      Also on this page:{' '}
      {rows.map((name, index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <Link to={modulePath(name) + queryOf(name, page.path)}>{rowNounOf(name)}</Link>
        </span>
      ))}
    </p>
  );
}
