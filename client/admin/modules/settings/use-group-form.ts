import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LoadedValues } from '../../../../src/shared/settings/setting-search.ts';
import { type ApiErrorInfo, parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { refreshDocument } from '../../core/refresh-document.ts';
import { useServices } from '../../core/admin-context.ts';
import { baselineOf } from '../../form/submit-record.ts';
import { type RecordForm, useRecordForm } from '../../form/use-record-form.ts';
import { storedSettingsKey } from '../../shell/use-found-settings.ts';
import {
  type FieldValues,
  fieldsOfGroup,
  type Group,
  type GroupName,
  settingsFormOf,
  toCompanyFacts,
  toReassignments,
  toGroupValue,
} from './group-model.ts';

/** A save of these groups also refreshes the panel, which shows them. */
const shownInPanel: ReadonlySet<GroupName> = new Set(['brand', 'company', 'region', 'features']);

interface GroupFormOptions {
  name: GroupName;
  group: Group;
  /** The message after a save. Absent on a screen that shows one message for several forms. */
  successMessage?: string;
  beforeSave?: (() => Promise<void>) | undefined;
  /** If absent, the form stays open after a save. */
  onSaved?: (() => void) | undefined;
}

export function useSettingsCache() {
  const queryClient = useQueryClient();
  const { settings } = trpc.useUtils();
  const reload = useServices().reload;
  return {
    keep: (name: GroupName, stored: Group) => {
      settings.one.setData({ group: name }, stored);
      queryClient.setQueriesData<LoadedValues>(
        { queryKey: [storedSettingsKey] },
        (present) => present && { ...present, [name]: stored.value },
      );
    },
    /** Reloads what the screen shows of the settings, like the server's report of the save. */
    refresh: async (name: GroupName) => {
      if (shownInPanel.has(name)) void refreshDocument();
      // Any screen may show these settings when it opens the next time.
      await queryClient.invalidateQueries({ refetchType: 'none' });
      await reload(['settings', 'site', 'onboarding']);
    },
    reloadAll: async () => {
      await settings.one.invalidate();
      await queryClient.invalidateQueries({ queryKey: [storedSettingsKey] });
    },
  };
}

export function useGroupForm(options: GroupFormOptions): {
  form: RecordForm<FieldValues>;
  failure: ApiErrorInfo | undefined;
} {
  const { name, group, successMessage, beforeSave, onSaved } = options;
  const fields = fieldsOfGroup(name);
  const { client } = trpc.useUtils();
  const { keep, refresh, reloadAll } = useSettingsCache();
  const [kind] = useState(() => settingsFormOf(name));
  const [row] = useState(group);
  /** The group whose defaults the form contains. Values that equal these defaults are not stored. */
  const origin = useRef(group);
  const save = async (fieldValues: FieldValues, version: number, callOptions: object) => {
    await beforeSave?.();
    const reassign_to = toReassignments(fields, fieldValues);
    const company = toCompanyFacts(fieldValues);
    const input = {
      group: name,
      value: toGroupValue(fields, fieldValues),
      version,
      language: origin.current.language,
      trade: origin.current.trade,
      ...(reassign_to && { reassign_to }),
      ...(company && { company }),
    };
    const stored = await client.settings.update.mutate(input, callOptions);
    if (company) void reloadAll();
    return stored;
  };
  const form = useRecordForm(
    kind,
    {
      update: (fieldValues, { version }, callOptions) => save(fieldValues, version, callOptions),
      refresh: () => refresh(name),
      onStored: (stored) => {
        const { language, trade } = origin.current;
        origin.current = stored;
        keep(name, stored);
        // The defaults of all groups depend on the language and the trade.
        if (stored.language !== language || stored.trade !== trade) void reloadAll();
      },
    },
    {
      row,
      defaultValues: kind.toValues(row),
      ...(successMessage && { successMessage }),
      ...(onSaved && { onSuccess: onSaved }),
    },
  );
  const { rebase } = form;
  // The default texts change below an open form with the language or the trade of the site.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rebase` is another function at each rendering
  useLayoutEffect(() => {
    const { version, language, trade } = origin.current;
    if (group.version !== version || (group.language === language && group.trade === trade)) return;
    origin.current = group;
    rebase(baselineOf(kind, group));
  }, [group]);
  const failure = useMemo(() => (form.error ? parseApiError(form.error) : undefined), [form.error]);
  return { form, failure };
}
