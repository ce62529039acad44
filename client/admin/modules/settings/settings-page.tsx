import { Skeleton, Text, TextInput } from '@mantine/core';
import IconSearch from 'icon:search';
import { type KeyboardEvent, useState } from 'react';
import { Link, Navigate, NavLink, Route, Routes, useNavigate } from 'react-router-dom';
import { type Grant, hasGrant } from '../../../../src/shared/grants.ts';
import { modulePath } from '../../../../src/shared/module-facts.ts';
import {
  type GroupName as BaseName,
  groupNames,
  settingGroups,
} from '../../../../src/shared/settings/groups.ts';
import { settingHref } from '../../../../src/shared/settings/setting-search.ts';
import { webhooksPath } from '../../../../src/shared/webhook-events.ts';
import { trpc } from '../../../api/trpc.ts';
import { LanguageChoice, useChosenLanguage } from '../../components/language-choice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { useIsCovered } from '../../core/full-screen.ts';
import { paths } from '../../core/paths.ts';
import { editedQueryOptions } from '../../form/edit-form-loader.tsx';
import { useFoundSettings } from '../../shell/use-found-settings.ts';
import { EditedPageScreen } from './edited-page.tsx';
import { GroupForm } from './group-form.tsx';
import { groupInLanguage, type GroupName } from './group-model.ts';
import { GroupVersions } from './group-versions.tsx';
import { Redirects } from './redirects.tsx';
import classes from './settings.module.css';

/** Finds settings by their labels, synonyms and current values. */
function SettingsSearch() {
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

/** The others belong to pages, and the list of pages leads there. */
const listedGroups: readonly BaseName[] = [
  'company',
  'brand',
  'region',
  'answers',
  'mail',
  'search',
  'legal',
  'privacy',
];

/** What a group leads to besides its own fields. */
interface Relation {
  to: string;
  label: string;
  grant: Grant;
}
const related: Partial<Record<BaseName, Relation>> = {
  search: { to: `${paths.settings}/redirects`, label: 'Redirects', grant: 'settings:manage' },
  privacy: { to: paths.privacy, label: 'Privacy requests', grant: 'privacy:manage' },
};

/** The menu has the settings that the person may change. */
export function SettingsPage() {
  const { role } = useCurrentUser();
  const names = groupNames.filter((name) => hasGrant(role, settingGroups[name].grant));
  const listed = listedGroups.filter((name) => names.includes(name));
  const isCovered = useIsCovered();
  const hasPages = hasGrant(role, 'texts:manage');
  // Who may change texts alone has no other group.
  const isOfTexts = hasPages && listed.length === 0;
  const hasRedirects = hasGrant(role, 'settings:manage');
  return (
    <>
      <PageHeader title="Settings" lead="What the site says about your company, and where it leads." />
      <SettingsSearch />
      <div className={classes.page}>
        <nav aria-label="Settings" inert={isCovered}>
          <ul className={classes.groups}>
            {isOfTexts && (
              <li>
                <NavLink className={classes.group} to={`${paths.settings}/page`}>
                  Page by page
                </NavLink>
              </li>
            )}
            {(isOfTexts ? names : listed).map((name) => (
              <li key={name}>
                <NavLink className={classes.group} to={`${paths.settings}/${name}`}>
                  {settingGroups[name].label}
                </NavLink>
              </li>
            ))}
          </ul>
          {hasGrant(role, 'webhooks:manage') && (
            <Text className={classes.elsewhere!} c="dimmed" fz="sm">
              Other programs are told of changes by <Link to={webhooksPath}>webhooks</Link>.
            </Text>
          )}
          {hasPages && !isOfTexts && (
            <Text className={classes.elsewhere!} c="dimmed" fz="sm">
              Texts, menus and lists are at their <Link to={modulePath('pages')}>pages</Link>.
            </Text>
          )}
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

function GroupPage({ name }: { name: BaseName }) {
  const language = useChosenLanguage();
  const isTranslated = groupInLanguage(name, 'en') !== undefined;
  const shown = (language && groupInLanguage(name, language)) ?? name;
  return (
    <section className={classes.body} aria-label={settingGroups[name].label}>
      {isTranslated && <LanguageChoice />}
      <GroupParts key={shown} name={shown} relation={related[name]} />
    </section>
  );
}

function GroupParts({ name, relation }: { name: GroupName; relation: Relation | undefined }) {
  const [restored, setRestored] = useState(0);
  const query = trpc.settings.one.useQuery({ group: name }, editedQueryOptions);
  const isCovered = useIsCovered();
  const { role } = useCurrentUser();
  return (
    <QueryBoundary query={query} subject="the settings" skeleton={<Skeleton height={480} />}>
      {(group) => (
        <>
          <GroupForm key={restored} name={name} group={group} />
          {relation && hasGrant(role, relation.grant) && (
            <p>
              See also: <Link to={relation.to}>{relation.label}</Link>
            </p>
          )}
          <div inert={isCovered}>
            <GroupVersions name={name} group={group} onRestored={() => setRestored(restored + 1)} />
          </div>
        </>
      )}
    </QueryBoundary>
  );
}
