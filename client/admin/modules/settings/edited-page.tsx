import { Button, NativeSelect, Text } from '@mantine/core';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import { placeAt } from '../../../../src/modules/pages/pages.facts.ts';
import { can } from '../../../../src/shared/grants.ts';
import { type ModuleName, modulePath } from '../../../../src/shared/module-facts.ts';
import { groupNames, settingGroups } from '../../../../src/shared/settings/groups.ts';
import { notifySuccess } from '../../components/notifications.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { useIsCovered } from '../../core/full-screen.ts';
import { pageSettingsPath } from '../../core/paths.ts';
import { FormElement, SaveButton, SaveFoot, SaveMessages } from '../../form/form-page.tsx';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import preview from '../../preview/preview.module.css';
import { useIgnoreFileDrops } from '../../preview/use-ignore-file-drops.ts';
import { GroupPart, type OpenGroupForm, partLabels } from './group-part.tsx';
import type { GroupName } from './group-model.ts';
import { GroupPreview, type PreviewedForm } from './group-preview.tsx';
import { type EditedPage, editedPages, fieldsOfPage, rowNouns } from './page-fields.ts';
import classes from './settings.module.css';

/**
 * The screen on which staff edit the settings of one page of the site. The screen has the forms of all
 * settings groups that the page shows, and one preview.
 */
export function EditedPageScreen() {
  const { '*': address = '' } = useParams();
  const { role } = useCurrentUser();
  const pages = editedPages.filter((page) =>
    groupsOf(page).some((name) => can(role, settingGroups[name].grant)),
  );
  const page = pages.find(({ name }) => name === address);
  if (!page) return <Navigate to={pageSettingsPath(pages[0]!.name)} replace />;
  return <EditedPageForm key={page.name} page={page} pages={pages} />;
}

/**
 * Returns the groups with fields of this page. Groups that every page shows in the header or the footer are
 * left out.
 */
function groupsOf({ fields }: EditedPage): GroupName[] {
  return groupNames.filter((name) => fields[name]);
}

interface EditedPageFormProps {
  page: EditedPage;
  pages: readonly EditedPage[];
}

function EditedPageForm({ page, pages }: EditedPageFormProps) {
  const { role } = useCurrentUser();
  const navigate = useNavigate();
  const groups = useMemo(
    () => fieldsOfPage(page).filter(({ name }) => can(role, settingGroups[name].grant)),
    [page, role],
  );
  const [forms, setForms] = useState<Partial<Record<GroupName, OpenGroupForm>>>({});
  const keepForm = useCallback(
    (name: GroupName, form: OpenGroupForm) => setForms((before) => ({ ...before, [name]: form })),
    [],
  );
  const [isSaving, setSaving] = useState(false);
  const [hasPreview, setHasPreview] = useState(true);
  const [path, setPath] = useState(page.path);
  const [focused, setFocused] = useState<string>();
  const isCovered = useIsCovered();
  useIgnoreFileDrops(document);
  // Memoised, so that the values that are computed from `open` change only when a form changes.
  const open = useMemo(() => groups.flatMap(({ name }) => forms[name] ?? []), [groups, forms]);
  const changed = open.filter(({ form }) => form.isDirty);
  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    const stored: OpenGroupForm[] = [];
    // Each group is saved separately. A group whose save fails keeps its input and shows the error.
    for (const one of changed) if (await one.form.submit()) stored.push(one);
    setSaving(false);
    if (stored.length > 0) notifySuccess(messageOf(stored, changed));
  };
  const show = (to: string) => {
    const other = pages.find((one) => one.path === to);
    if (other && other !== page) navigate(pageSettingsPath(other.name));
    else setPath(to);
  };
  const previewed = useMemo(() => open.map(toPreviewed), [open]);
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
          {/* The preview is shown when all forms have loaded. Before that, a click on a text whose form
              is missing would open another screen. */}
          {hasPreview && previewed.length === groups.length && (
            <GroupPreview forms={previewed} path={path} onPath={show} focused={focused} />
          )}
        </div>
        <FormElement form={all} problem={open.find(({ failure }) => failure)?.failure} onSave={save}>
          {groups.map(({ name, fields, isOwn }) => (
            <GroupPart
              key={name}
              name={name}
              shown={fields}
              isOwn={isOwn}
              onForm={keepForm}
              onFocus={setFocused}
            />
          ))}
          <SaveFoot
            messages={open.map(({ name, form, failure }) => (
              <SaveMessages
                key={name}
                form={form}
                failure={failure}
                title={`${partLabels[name]}: not saved`}
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

const labelsOf = (forms: readonly OpenGroupForm[]) => forms.map(({ name }) => partLabels[name]).join(', ');

function messageOf(stored: readonly OpenGroupForm[], changed: readonly OpenGroupForm[]): string {
  const what = stored.length === changed.length ? 'Saved.' : `Saved: ${labelsOf(stored)}.`;
  return `${what} Visitors see it now.`;
}

function toPreviewed({ name, group, form }: OpenGroupForm): PreviewedForm {
  const { language, trade } = group;
  return { group: name, language, trade, fieldValues: form.values, isChanged: form.isDirty };
}

/**
 * Returns the query for the link to a module's list. For `pages`, the query limits the list to the pages whose blocks
 * this fixed page shows. Returns `''` for other modules.
 */
function queryOf(name: ModuleName, path: string): string {
  const place = name === 'pages' && placeAt(path);
  return place ? `?${new URLSearchParams({ place })}` : '';
}

/** Links to the lists of the modules whose rows the edited page shows. These rows have forms of their own. */
function RowLinks({ page }: { page: EditedPage }): ReactNode {
  const { role } = useCurrentUser();
  const rows = page.rows.filter((name) => can(role, `${name}:manage`));
  if (rows.length === 0) return null;
  return (
    <p>
      Also on this page:{' '}
      {rows.map((name, index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <Link to={modulePath(name) + queryOf(name, page.path)}>{rowNouns[name]}</Link>
        </span>
      ))}
    </p>
  );
}
