import IconArrowLeft from 'icon:arrow-left';
import { Box, Group, Text } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { Link, type Location, useLocation } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { useIsCovered } from '../core/full-screen.ts';
import { paths } from '../core/paths.ts';
import classes from './screen-parts.module.css';
import { siteName } from './logo.tsx';

interface PageHeaderProps {
  title: string;
  lead?: string;
  /** The screen's only primary button. */
  action?: ReactNode;
  hasWayBack?: boolean;
}

/** Where the person was when the page loaded. Going back there later makes another location. */
export const FirstLocationContext = createContext<Location | undefined>(undefined);

/**
 * The header of a screen: back link, title and main button. The title takes the focus when the screen opens,
 * except after a full page load.
 */
export function PageHeader({ title, lead, action, hasWayBack = true }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const unread = useUnreadPrefix();
  const isFirst = useLocation() === use(FirstLocationContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen opens; at the first load the browser sets the focus
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Box component="header" className={classes.pageHeader!} inert={useIsCovered()}>
      <title>{`${unread}${title} · ${siteName()}`}</title>
      {hasWayBack && (
        <Link className={classes.back} to={paths.dashboard}>
          <IconArrowLeft size={16} stroke={1.6} aria-hidden="true" />
          Back to Dashboard
        </Link>
      )}
      <Group justify="space-between" gap="var(--space-3) var(--space-6)">
        <Box miw={0}>
          <h1 className={classes.pageHeaderTitle} ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && (
            <Text mt={4} c="dimmed">
              {lead}
            </Text>
          )}
        </Box>
        {action}
      </Group>
    </Box>
  );
}

/** Returns the number of unread messages for the title of the browser's tab, such as '(3) ', or `''` if there are none. */
function useUnreadPrefix(): string {
  // This query only reads the cache. `LiveUpdates` loads the data for people who have an inbox.
  const { data } = trpc.inbox.state.useQuery(undefined, { enabled: false });
  if (!data || data.unread === 0) return '';
  return `(${data.unread >= maxCounted ? `${maxCounted - 1}+` : data.unread}) `;
}

/** The server counts unread messages only up to this number. A count of 1000 is therefore shown as '999+'. */
const maxCounted = 1000;

/** The time that a list needs to render reloaded rows, in milliseconds. */
const drawnAfterMs = 50;

/**
 * Focuses the open dialog, or else the screen's heading, if no element has the focus after the list has reloaded. This
 * happens, for example, if the button of a deleted row had the focus. A screen that opens meanwhile decides for itself.
 */
export function restoreFocusToHeading(): void {
  const heading = document.querySelector('h1');
  setTimeout(() => {
    if (!heading?.isConnected) return;
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) return;
    const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1);
    if (dialog) dialog.focus({ preventScroll: true });
    else focusHeading(heading);
  }, drawnAfterMs);
}

/** Focuses the screen's heading. Call this function before the focused element is removed. */
export function focusHeading(heading = document.querySelector('h1')): void {
  heading?.focus({ preventScroll: true });
}
