import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Fields } from '../../../../src/shared/settings/field-types.ts';
import { settingGroups } from '../../../../src/shared/settings/groups.ts';
import { useIsCovered } from '../../core/full-screen.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { FormElement, SaveBar, SaveButton } from '../../form/form-page.tsx';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import preview from '../../preview/preview.module.css';
import { useIgnoreFileDrops } from '../../preview/use-ignore-file-drops.ts';
import { GroupFormBody } from './group-form-body.tsx';
import type { FieldValues, Group, GroupName } from './group-model.ts';
import { GroupPreview, fieldPlaceOf } from './group-preview.tsx';
import { pathOfSection } from './page-fields.ts';
import { useFocusFieldOfHash } from '../../preview/use-focus-field-of-hash.ts';
import { useGroupForm } from './use-group-form.ts';

/** Matches windows that are wide enough to show the preview beside the form. */
const wide = '(min-width: 90rem)';

interface GroupFormProps {
  name: GroupName;
  group: Group;
  /** The fields to show. If absent, all fields are shown. */
  shown?: Fields;
  saveLabel?: string;
  /** Additional buttons beside the save button. */
  actions?: ReactNode;
  /** A field of another group. The field is shown above the other fields and saved before the group. */
  companion?:
    | undefined
    | {
        render: (fieldValues: FieldValues, onChange: (part: FieldValues) => void) => ReactNode;
        isChanged: boolean;
        save: () => Promise<void>;
      };
  /** Called after a successful save. */
  onSaved?: () => void;
  /** Called instead of a save if nothing has changed. If absent, unchanged settings are saved too. */
  onUnchanged?: () => void;
}

/** The form of one settings group, with a preview that people can hide. */
export function GroupForm(props: GroupFormProps) {
  const { name, group, shown, saveLabel, actions, companion, onSaved, onUnchanged } = props;
  const { fields, label }: { fields: Fields; label: string } = settingGroups[name];
  const successMessage = 'Saved. Visitors see it now.';
  const beforeSave = companion?.save;
  const { form, failure } = useGroupForm({ name, group, successMessage, beforeSave, onSaved });
  const [hasPreview, setHasPreview] = useState(() => window.matchMedia(wide).matches);
  const [path, setPath] = useState(pathOfSection(name) ?? '/');
  const [focused, setFocused] = useState<string>();
  // When the focus moves, this function is called several times. The form calls it first, and then the
  // section, the field and the part of a list entry that contain the focus. The last call therefore has the
  // longest path.
  const followFocus = (place: string | undefined) => {
    const [first = ''] = place?.split('.') ?? [];
    const page = fields[first]?.kind === 'section' ? pathOfSection(first) : undefined;
    if (page) setPath(page);
    setFocused(place && fieldPlaceOf(name, place));
  };
  const isCovered = useIsCovered();
  useFocusFieldOfHash();
  useIgnoreFileDrops(document);
  const { language, trade } = group;
  const previewed = [{ group: name, language, trade, fieldValues: form.values, isChanged: true }];
  const save = () => {
    if (onUnchanged && !form.isDirty && !companion?.isChanged) onUnchanged();
    else void form.submit();
  };
  if (form.guard.isRevoked) return null;
  return (
    <div className={preview.beside} data-preview={hasPreview || undefined}>
      <div className={preview.side} inert={isCovered}>
        <Button variant="default" onClick={() => setHasPreview(!hasPreview)}>
          {hasPreview ? 'Hide the preview' : 'Show the preview'}
        </Button>
        {hasPreview && (
          <GroupPreview forms={previewed} path={path} onPath={setPath} focused={focused} hasChoice />
        )}
      </div>
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
