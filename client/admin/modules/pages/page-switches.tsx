import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { Api } from '../../../api/types.ts';
import { notifyError, notifyRowErrors, notifyWithUndo } from '../../components/notifications.tsx';
import { useCurrentUser, useServices } from '../../core/admin-context.ts';
import { refreshDocument } from '../../core/refresh-document.ts';
import type { ListedRow } from '../../resource/resource-types.ts';
import classes from './pages.module.css';
import { type FixedPage, fixedPageOf, type SitePage, useSitePage } from './use-site-pages.ts';

type Undo = () => Promise<unknown>;

interface Change {
  run: () => Promise<Undo>;
  done: string;
  failed: string;
}

/** Offers to undo each change. */
function useChange(title: string) {
  const reload = useServices().reload;
  const [isBusy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<unknown>, failed: string) => {
    setBusy(true);
    try {
      return await act();
    } catch (error) {
      const [problem] = Object.values(parseApiError(error).fields);
      if (problem === undefined) notifyError(failed, error);
      else notifyRowErrors(failed, [title], problem);
      return undefined;
    } finally {
      setBusy(false);
      void refreshDocument();
      void reload(['settings', 'site', 'onboarding', 'pages']);
    }
  };
  const change = async ({ run, done, failed }: Change) => {
    if (isBusy) return;
    const undo = (await attempt(run, failed)) as Undo | undefined;
    if (undo) notifyWithUndo(done, title, () => void attempt(undo, failed));
  };
  return { isBusy, change };
}

type Values = Record<string, unknown>;

async function changeSettings(client: Api, group: string, change: (value: Values) => Values) {
  const { version, value } = await client.settings.one.query({ group });
  await client.settings.update.mutate({ group, version, value: change(value) });
}

function showFixedPage(client: Api, { group, name }: FixedPage, isShown: boolean): Promise<void> {
  return changeSettings(client, group!, (value) =>
    group === 'features'
      ? { ...value, [name]: isShown }
      : { ...value, [name]: { ...(value[name] as Values), is_shown: isShown } },
  );
}

interface MenuEntry {
  label: string;
  url: string;
  is_hidden: boolean;
  is_below: boolean;
}

/** An entry that leaves the menu is hidden, so that it returns to its place. */
function putFixedPage(client: Api, { path, title }: FixedPage, isIn: boolean): Promise<void> {
  return changeSettings(client, 'navigation', (value) => {
    const header = value.header as MenuEntry[];
    const isOwn = ({ url }: MenuEntry) => url.replace(/(?<=.)\/?([?#].*)?$/s, '') === path;
    const added = { label: title, url: path, is_hidden: false, is_below: false };
    const changed = header.map((entry) => (isOwn(entry) ? { ...entry, is_hidden: !isIn } : entry));
    return { ...value, header: isIn && !header.some(isOwn) ? [...changed, added] : changed };
  });
}

async function showOwnPage(client: Api, id: number, is_published: boolean): Promise<Undo> {
  const { results } = await client.pages.publish.mutate({ ids: [id], is_published });
  const rows = results.flatMap(({ version }) => (version === undefined ? [] : [{ id, version }]));
  return async () => rows.length > 0 && client.pages.undoMany.mutate({ rows });
}

async function putOwnPage(client: Api, id: number, isIn: boolean): Promise<Undo> {
  const { place, below } = await client.pages.menu.query({ id });
  await client.pages.setMenu.mutate({ id, place: isIn ? 'header' : 'none' });
  return () => client.pages.setMenu.mutate({ id, place, below });
}

/** Nothing for a page that the site always has, and for people who may not change the page's state. */
export function ShowSwitch({ row, title, isShown }: { row: ListedRow; title: string; isShown: boolean }) {
  const mayChangeSettings = hasGrant(useCurrentUser().role, 'settings:manage');
  const { client } = trpc.useUtils();
  const { isBusy, change } = useChange(title);
  const fixed = fixedPageOf(row);
  if (fixed && (fixed.group === null || !mayChangeSettings)) return null;
  const label = isShown ? 'Hide' : 'Show';
  const run = async (): Promise<Undo> => {
    if (!fixed) return showOwnPage(client, row.id, !isShown);
    await showFixedPage(client, fixed, !isShown);
    return () => showFixedPage(client, fixed, isShown);
  };
  return (
    <Button
      className={classes.switch!}
      size="compact-sm"
      variant="default"
      aria-label={`${label} ${title}`}
      aria-disabled={isBusy}
      onClick={() =>
        change({
          run,
          done: isShown ? 'Visitors no longer see the page' : 'Visitors see the page',
          failed: `Couldn’t ${label.toLowerCase()} the page`,
        })
      }
    >
      {label}
    </Button>
  );
}

const linkLabels: Partial<Record<SitePage['link'], string>> = {
  button: 'Button beside the menu',
  footer: 'Second column of the footer',
  footer_more: 'Third column of the footer',
  legal: 'Last line of the footer',
};

/** For the main menu. Other links to the page are named. */
export function MenuSwitch({ row, title }: { row: ListedRow; title: string }) {
  const mayChange = hasGrant(useCurrentUser().role, 'settings:manage');
  const { client } = trpc.useUtils();
  const { isBusy, change } = useChange(title);
  const fixed = fixedPageOf(row);
  const { link = 'none', below = null } = useSitePage(row) ?? {};
  const isIn = link === 'header';
  const placed = isIn ? below && `Below ${below}` : linkLabels[link];
  const isLeftOut = fixed && fixed.state !== 'published' && link !== 'none';
  const words = isLeftOut ? `Links are left out while it is ${fixed.state}` : placed;
  const run = async (): Promise<Undo> => {
    if (!fixed) return putOwnPage(client, row.id, !isIn);
    await putFixedPage(client, fixed, !isIn);
    return () => putFixedPage(client, fixed, isIn);
  };
  return (
    <span className={classes.menu}>
      {mayChange ? (
        <Checkbox
          className={classes.switch!}
          size="xs"
          label="In the menu"
          aria-label={`In the menu: ${title}`}
          checked={isIn}
          aria-disabled={isBusy}
          onChange={() =>
            change({
              run,
              done: isIn ? 'The page is no longer in the menu' : 'The page is in the menu',
              failed: 'Couldn’t change the menu',
            })
          }
        />
      ) : (
        <span>{isIn ? 'In the menu' : 'Not in the menu'}</span>
      )}
      {words && <span className={classes.link}>{words}</span>}
    </span>
  );
}
