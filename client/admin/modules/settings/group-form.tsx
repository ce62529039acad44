import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Fields } from '../../../../src/shared/settings/field-types.ts';
import { findGroup } from '../../../../src/shared/settings/groups.ts';
import { useIsCovered } from '../../core/full-screen.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { FormElement, SaveBar, SaveButton } from '../../form/form-page.tsx';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import preview from '../../preview/preview.module.css';
import { useIgnoreFileDrops } from '../../preview/use-ignore-file-drops.ts';
import { GroupFormBody } from './group-form-body.tsx';
import type { FieldValues, Group, GroupName } from './group-model.ts';
import { fieldPlaceOf, GroupPreview } from './group-preview.tsx';
import { groupsOnNoPage, pathOfSection } from './page-fields.ts';
import { useLanguageQuestion } from './language-question.ts';
import { useFocusFieldOfHash } from '../../preview/use-focus-field-of-hash.ts';
import { useGroupForm } from './use-group-form.ts';

/** Room for the preview beside the form. */
const wide = '(min-width: 90rem)';

interface GroupFormProps {
  name: GroupName;
  group: Group;
  /** By default all fields. */
  shown?: Fields;
  saveLabel?: string;
  /** Beside the save button. */
  actions?: ReactNode;
  /** A field of another group, shown first and saved before this one. */
  companion?:
    | undefined
    | {
        render: (fieldValues: FieldValues, onChange: (part: FieldValues) => void) => ReactNode;
        isChanged: boolean;
        save: () => Promise<void>;
      };
  onSaved?: () => void;
  /** Called instead of a save of unchanged settings, which are saved otherwise. */
  onUnchanged?: () => void;
}

/** The form of one settings group, beside a preview that people can hide. */
export function GroupForm(props: GroupFormProps) {
  const { name, group, shown, saveLabel, actions, companion, onSaved, onUnchanged } = props;
  const { fields, label, name: base } = findGroup(name)!;
  const isOnPages = !groupsOnNoPage.has(base);
  const successMessage = 'Saved. Visitors see it now.';
  const beforeSave = companion?.save;
  const { form, failure } = useGroupForm({ name, group, successMessage, beforeSave, onSaved });
  const [hasPreview, setHasPreview] = useState(() => window.matchMedia(wide).matches);
  const [path, setPath] = useState(pathOfSection(name) ?? '/');
  const [focused, setFocused] = useState<string>();
  // Called by the form first, then by what contains the focus from outside in, so the last path is the longest.
  const followFocus = (place: string | undefined) => {
    const [first = ''] = place?.split('.') ?? [];
    const page = fields[first]?.kind === 'section' ? pathOfSection(first) : undefined;
    if (page) setPath(page);
    setFocused(place && fieldPlaceOf(name, place));
  };
  const askAboutLanguages = useLanguageQuestion(name, form);
  const isCovered = useIsCovered();
  useFocusFieldOfHash();
  useIgnoreFileDrops(document);
  const { language, trade } = group;
  const previewed = [{ group: name, language, trade, fieldValues: form.values, isChanged: true }];
  const save = () => {
    if (onUnchanged && !form.isDirty && !companion?.isChanged) onUnchanged();
    else void askAboutLanguages(() => void form.submit());
  };
  if (form.guard.isRevoked) return null;
  return (
    <div className={preview.beside} data-preview={(isOnPages && hasPreview) || undefined}>
      {isOnPages && (
        <div className={preview.side} inert={isCovered}>
          <Button variant="default" onClick={() => setHasPreview(!hasPreview)}>
            {hasPreview ? 'Hide the preview' : 'Show the preview'}
          </Button>
          {hasPreview && (
            <GroupPreview forms={previewed} path={path} onPath={setPath} focused={focused} hasChoice />
          )}
        </div>
      )}
      <section aria-label="Form" data-group={name} onFocusCapture={() => followFocus(undefined)}>
        <FormElement form={form} problem={failure} onSave={save}>
          <FormAlerts form={form} />
          <GroupFormBody
            name={name}
            group={group}
            form={form}
            failure={failure}
            shown={shown}
            onFocus={followFocus}
          >
            {companion?.render(form.values, form.setValues)}
          </GroupFormBody>
          <SaveBar form={form} failure={failure}>
            {actions}
            <SaveButton form={form} label={saveLabel ?? `Save ${label}`} />
          </SaveBar>
        </FormElement>
        <SignInAgainDialog guard={form.guard} />
      </section>
    </div>
  );
}
