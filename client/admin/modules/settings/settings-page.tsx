import { Skeleton, Text, TextInput } from '@mantine/core';
import IconSearch from 'icon:search';
import { type KeyboardEvent, useState } from 'react';
import { Link, Navigate, NavLink, Route, Routes, useNavigate } from 'react-router-dom';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { groupNames, settingGroups } from '../../../../src/shared/settings/groups.ts';
import { trpc } from '../../../api/trpc.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { useIsCovered } from '../../core/full-screen.ts';
import { paths } from '../../core/paths.ts';
import { editedQueryOptions } from '../../form/edit-form-loader.tsx';
import { settingHref, useFoundSettings } from '../../shell/use-found-settings.ts';
import { EditedPageScreen } from './edited-page.tsx';
import { GroupForm } from './group-form.tsx';
import type { GroupName } from './group-model.ts';
import { GroupVersions } from './group-versions.tsx';
import { Redirects } from './redirects.tsx';
import classes from './settings.module.css';

/** Finds settings by their labels, synonyms and current values. */
export function SettingsSearch() {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const results = useFoundSettings(text);
  const clear = () => setText('');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') clear();
    if (event.key !== 'Enter' || !results[0]) return;
    clear();
    navigate(settingHref(results[0]));
  };
  const isAsked = text.trim().length > 1;
  return (
    <div className={classes.search}>
      <TextInput
        type="search"
        label="Find a setting"
        placeholder="Opening hours, logo, imprint …"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isAsked && results.length > 0 && (
        <ul className={classes.found} aria-label="Settings found">
          {results.map((setting) => (
            <li key={setting.group + setting.path}>
              <Link className={classes.hit} to={settingHref(setting)} onClick={clear}>
                <span>{setting.label}</span>
                <Text span c="dimmed" fz="sm">
                  {setting.place}
                </Text>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Text role="status" c="dimmed" fz="sm" className={classes.count!}>
        {isAsked && results.length === 0 ? 'No setting found. Try a different word.' : ''}
      </Text>
    </div>
  );
}

/** The menu has the settings that the person may change. */
export function SettingsPage() {
  const { role } = useCurrentUser();
  const names = groupNames.filter((name) => hasGrant(role, settingGroups[name].grant));
  const isCovered = useIsCovered();
  const hasPages = hasGrant(role, 'texts:manage');
  const hasRedirects = hasGrant(role, 'settings:manage');
  return (
    <>
      <PageHeader title="Settings" lead="What the site says about your company, and where it leads." />
      <SettingsSearch />
      <div className={classes.page}>
        <nav aria-label="Settings" inert={isCovered}>
          <ul className={classes.groups}>
            {hasPages && (
              <li>
                <NavLink className={classes.group} to={`${paths.settings}/page`}>
                  Page by page
                </NavLink>
              </li>
            )}
            {names.map((name) => (
              <li key={name}>
                <NavLink className={classes.group} to={`${paths.settings}/${name}`}>
                  {settingGroups[name].label}
                </NavLink>
              </li>
            ))}
            {hasRedirects && (
              <li>
                <NavLink className={classes.group} to={`${paths.settings}/redirects`}>
                  Redirects
                </NavLink>
              </li>
            )}
            {hasGrant(role, 'privacy:manage') && (
              <li>
                <NavLink className={classes.group} to={paths.privacy}>
                  Privacy requests
                </NavLink>
              </li>
            )}
          </ul>
        </nav>
        <Routes>
          {hasPages && <Route path="page/*" element={<EditedPageScreen />} />}
          {names.map((name) => (
            <Route key={name} path={name} element={<GroupPage key={name} name={name} />} />
          ))}
          {hasRedirects && <Route path="redirects" element={<RedirectsPage />} />}
          <Route path="*" element={<Navigate to={`${paths.settings}/${names[0]}`} replace />} />
        </Routes>
      </div>
    </>
  );
}

function RedirectsPage() {
  return (
    <section className={classes.body} aria-label="Redirects">
      <Redirects />
    </section>
  );
}

function GroupPage({ name }: { name: GroupName }) {
  const [restored, setRestored] = useState(0);
  const query = trpc.settings.one.useQuery({ group: name }, editedQueryOptions);
  const isCovered = useIsCovered();
  const { label } = settingGroups[name];
  return (
    <section className={classes.body} aria-label={label}>
      <QueryBoundary query={query} subject="the settings" skeleton={<Skeleton height={480} />}>
        {(group) => (
          <>
            <GroupForm key={restored} name={name} group={group} />
            <div inert={isCovered}>
              <GroupVersions name={name} group={group} onRestored={() => setRestored(restored + 1)} />
            </div>
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
