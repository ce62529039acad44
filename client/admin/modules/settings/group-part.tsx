import type { Fields } from '../../../../src/shared/settings/field-types.ts';
import { settingGroups } from '../../../../src/shared/settings/groups.ts';
import type { ApiErrorInfo } from '../../../api/errors.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import type { RecordForm } from '../../form/use-record-form.ts';
import { GroupFormBody } from './group-form-body.tsx';
import type { FieldValues, Group, GroupName } from './group-model.ts';
import { fieldPlaceOf } from './group-preview.tsx';
import classes from './settings.module.css';

/** The form of one settings group on a screen with several forms. */
export interface OpenGroupForm {
  name: GroupName;
  group: Group;
  form: RecordForm<FieldValues>;
  failure: ApiErrorInfo | undefined;
}

const labels = Object.entries(settingGroups).map(([name, { label }]) => [name, label]);
/** The labels of the settings groups on the screen that edits one page of the site. */
export const partLabels = { ...Object.fromEntries(labels), pages: 'Texts' } as Record<GroupName, string>;

interface GroupPartProps {
  open: OpenGroupForm;
  shown: Fields;
  /** Whether the page shows fields of the group between its header and its footer. Such a group is open at first. */
  isOwn: boolean;
  /** Called with the place of the field that has the focus, for example `company#address.city`. */
  onFocus: (place: string) => void;
}

/** The form of one settings group on a screen with several groups and one save button. */
export function GroupPart({ open, shown, isOwn, onFocus }: GroupPartProps) {
  const { name, group, form, failure } = open;
  const needsAttention = Boolean(failure || form.conflict || form.autosaves.length > 0);
  return (
    <details className={classes.part} data-group={name} open={isOwn || needsAttention || undefined}>
      <summary className={classes.partName}>
        <h2>{partLabels[name]}</h2>
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
