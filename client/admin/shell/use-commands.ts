import { containsAllWords } from '../../../src/shared/fold-text.ts';
import IconDeviceDesktop from 'icon:device-desktop';
import IconExternalLink from 'icon:external-link';
import IconKeyboard from 'icon:keyboard';
import IconLogout from 'icon:logout';
import IconMoon from 'icon:moon';
import IconPlus from 'icon:plus';
import IconSettings from 'icon:settings';
import IconSun from 'icon:sun';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { modulePath } from '../../../src/shared/module-facts.ts';
import { settingHref } from '../../../src/shared/settings/setting-search.ts';
import { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';
import type { Icon } from '../../shared/icon.tsx';
import { sitePaths } from '../../shared/site-paths.ts';
import { useServices } from '../core/admin-context.ts';
import type { NavigationItem } from '../core/navigation.ts';
import { paths, usersPath } from '../core/paths.ts';
import { useFoundSettings } from './use-found-settings.ts';

export interface Command {
  id: string;
  label: string;
  /** A second text next to the label, such as the sender of a message. */
  detail?: string | undefined;
  icon: Icon;
  run: () => void;
}

interface CommandGroup {
  label: string;
  commands: Command[];
}

interface Sources {
  screens: readonly NavigationItem[];
  onLogout: () => void;
  onShowShortcuts: () => void;
}

type FoundGroup = ApiOutputs['search']['everything']['groups'][number];

const debounceMs = 300;
/** Shorter terms are not searched, because they match almost everything. */
const minLetters = 2;
const maxSettings = 5;

/** `state` is a text such as 'Searching...', or empty. */
export function useCommands(query: string, sources: Sources): { groups: CommandGroup[]; state: string } {
  const fixed = useFixedCommands(sources);
  const navigate = useNavigate();
  const text = query.trim();
  const [term] = useDebouncedValue(text, debounceMs);
  const isSearched = text.length >= minLetters && term.length >= minLetters;
  const search = trpc.search.everything.useQuery(
    { query: term },
    { enabled: isSearched, placeholderData: keepPreviousData, retry: false },
  );
  const results = (isSearched && search.data?.groups) || [];
  const [goTo, create, more] = fixed.map(({ label, commands }) => ({
    label,
    commands: commands.filter(matching(text)),
  }));
  const settings = useSettingCommands(text);
  const groups = [
    ...[goTo!, create!, settings, more!],
    ...results.map((group) => toCommands(group, { screens: sources.screens, term, navigate })),
  ].filter(({ commands }) => commands.length > 0);
  const isWaiting = isSearched && (search.isFetching || term !== text);
  return { groups, state: stateOf({ groups, isWaiting, isFailed: isSearched && search.isError }) };
}

function useFixedCommands({ screens, onLogout, onShowShortcuts }: Sources): CommandGroup[] {
  const navigate = useNavigate();
  const { leave } = useServices();
  const { setColorScheme } = useMantineColorScheme();
  const theme = (value: 'auto' | 'light' | 'dark', label: string, icon: Icon): Command => ({
    id: `theme-${value}`,
    label: `${label} theme`,
    icon,
    run: () => setColorScheme(value),
  });
  return [
    {
      label: 'Go to',
      commands: screens.map(({ title, path, icon }) => ({
        id: `go${path.replaceAll('/', '-')}`,
        label: title,
        icon,
        run: () => navigate(path),
      })),
    },
    {
      label: 'Create',
      commands: screens.flatMap(({ path, create }) =>
        create
          ? {
              id: `new${path.replaceAll('/', '-')}`,
              label: create,
              icon: IconPlus,
              run: () => navigate(`${path}/new`),
            }
          : [],
      ),
    },
    {
      label: 'More',
      commands: [
        { id: 'site', label: 'View site', icon: IconExternalLink, run: () => leave(sitePaths.home) },
        theme('auto', 'System', IconDeviceDesktop),
        theme('light', 'Light', IconSun),
        theme('dark', 'Dark', IconMoon),
        { id: 'shortcuts', label: 'Keyboard shortcuts', icon: IconKeyboard, run: onShowShortcuts },
        { id: 'logout', label: 'Log out', icon: IconLogout, run: onLogout },
      ],
    },
  ];
}

function useSettingCommands(text: string): CommandGroup {
  const navigate = useNavigate();
  const commands = useFoundSettings(text)
    .slice(0, maxSettings)
    .map(
      (setting): Command => ({
        id: `setting-${setting.group}-${setting.path.replaceAll('.', '-')}`,
        label: setting.label,
        detail: setting.place,
        icon: IconSettings,
        run: () => navigate(settingHref(setting)),
      }),
    );
  return { label: 'Settings', commands };
}

const matching =
  (query: string) =>
  ({ label }: Command) =>
    containsAllWords(label, query);

interface Found {
  screens: readonly NavigationItem[];
  term: string;
  navigate: (path: string) => void;
}

function toCommands({ name, hits }: FoundGroup, { screens, term, navigate }: Found): CommandGroup {
  const path = name === 'inbox' ? paths.inbox : name === 'users' ? usersPath : modulePath(name);
  const screen = screens.find((one) => one.path === path);
  if (!screen) return { label: name, commands: [] };
  // With the term, so that the list beside the message contains it.
  const hrefOf = (id: number) =>
    name === 'inbox'
      ? `${path}?${new URLSearchParams({ search: term, message: String(id) })}`
      : `${path}/${id}/edit`;
  return {
    label: screen.title,
    commands: hits.map(({ id, title, detail }) => ({
      id: `${name}-${id}`,
      label: title,
      detail,
      icon: screen.icon,
      run: () => navigate(hrefOf(id)),
    })),
  };
}

interface SearchState {
  groups: CommandGroup[];
  isWaiting: boolean;
  isFailed: boolean;
}

function stateOf({ groups, isWaiting, isFailed }: SearchState): string {
  if (isWaiting) return 'Searching...';
  if (isFailed) return 'The search failed. Check your connection and try again.';
  return groups.length === 0 ? 'Nothing found. Try a different word.' : '';
}
