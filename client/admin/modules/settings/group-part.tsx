import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import type { Fields } from '../../../../src/shared/settings/field-types.ts';
import { settingGroups } from '../../../../src/shared/settings/groups.ts';
import type { ApiErrorInfo } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { FormAlerts } from '../../form/form-alerts.tsx';
import type { RecordForm } from '../../form/use-record-form.ts';
import { GroupFormBody } from './group-form-body.tsx';
import type { FieldValues, Group, GroupName } from './group-model.ts';
import { fieldPlaceOf } from './group-preview.tsx';
import { groupQueryOptions } from './group-query-options.ts';
import classes from './settings.module.css';
import { useGroupForm } from './use-group-form.ts';

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
  name: GroupName;
  shown: Fields;
  /** Whether the page shows fields of the group between its header and its footer. Such a group is open at first. */
  isOwn: boolean;
  /** Called with the form whenever its values or its state change. */
  onForm: (name: GroupName, form: OpenGroupForm) => void;
  /** Called with the place of the field that has the focus, for example `company#address.city`. */
  onFocus: (place: string) => void;
}

/** The form of one settings group on a screen with several groups and one save button. */
export function GroupPart(props: GroupPartProps) {
  const { name } = props;
  const query = trpc.settings.one.useQuery({ group: name }, groupQueryOptions);
  return (
    <QueryBoundary query={query} subject="the settings" skeleton={<Skeleton height={120} />}>
      {(group) => <LoadedPart {...props} group={group} />}
    </QueryBoundary>
  );
}

interface LoadedPartProps extends GroupPartProps {
  group: Group;
}

function LoadedPart({ name, group, shown, isOwn, onForm, onFocus }: LoadedPartProps) {
  const { form, failure } = useGroupForm({ name, group });
  const { values, isDirty, conflict, blockedSubmits, guard } = form;
  const { signIn, isRevoked } = guard;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object at each rendering
  useEffect(
    () => onForm(name, { name, group, form, failure }),
    [onForm, values, isDirty, conflict, blockedSubmits, signIn, isRevoked, failure],
  );
  if (isRevoked) return null;
  const label = partLabels[name];
  const needsAttention = Boolean(failure || conflict || form.autosaves.length > 0);
  return (
    <details className={classes.part} data-group={name} open={isOwn || needsAttention || undefined}>
      <summary className={classes.partName}>
        <h2>{label}</h2>
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
