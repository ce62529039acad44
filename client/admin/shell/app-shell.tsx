import './mantine-shell.css';
import IconCamera from 'icon:camera';
import IconMenu2 from 'icon:menu-2';
import IconSearch from 'icon:search';
import { ActionIcon, Box, UnstyledButton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  NavLink,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router-dom';
import { hasGrant } from '../../../src/shared/grants.ts';
import { trpc } from '../../api/trpc.ts';
import { SideDialog } from '../components/dialog.tsx';
import { ShortcutKeys } from '../components/shortcut-keys.tsx';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { Logo } from '../components/logo.tsx';
import { useDelayedFlag } from '../components/query-boundary.tsx';
import { useCurrentUser } from '../core/admin-context.ts';
import { FullScreenContext } from '../core/full-screen.ts';
import type { NavigationItem } from '../core/navigation.ts';
import { useOpenScreens } from '../core/open-screens.ts';
import { paths } from '../core/paths.ts';
import { photoFormPath, TakenPhotoContext } from '../core/taken-photo.ts';
import { useShortcuts } from '../core/use-shortcuts.ts';
import { AccountMenu, useAskLogout } from './account-menu.tsx';
import { LiveUpdates, UnreadBadge } from './live-updates.tsx';
import classes from './shell.module.css';

export function AppShell({ items }: { items: readonly NavigationItem[] }) {
  const { role } = useCurrentUser();
  const [openDialog, setOpenDialog] = useState<CommandDialog>();
  const open = useOpenScreens(items);
  const isLoading = useDelayedFlag(useNavigation().state !== 'idle');
  const isPhone = useIsPhone();
  const [fullForm, showForm] = useState<string>();
  const isCovered = fullForm !== undefined;
  const fullScreen = useMemo(() => ({ form: fullForm, show: showForm }), [fullForm]);
  const [photo, keepPhoto] = useState<File>();
  const takenPhoto = useMemo(() => ({ photo, keep: keepPhoto }), [photo]);
  const openPalette = () => setOpenDialog('palette');
  useShortcuts([
    {
      keys: 'mod+K',
      label: 'Commands and search',
      run: () => setOpenDialog(openDialog ? undefined : 'palette'),
    },
    { keys: 'shift+?', label: 'Keyboard shortcuts', run: () => setOpenDialog('shortcuts') },
  ]);
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content" inert={isCovered}>
        Skip to content
      </a>
      <MobileHeader items={open} onSearch={openPalette} onPhoto={keepPhoto} isCovered={isCovered} />
      <aside className={classes.side} aria-label="Sidebar" inert={isCovered}>
        <Sidebar items={open} onSearch={openPalette} />
      </aside>
      {isLoading && <div className={classes.progress} aria-hidden="true" />}
      <main className={classes.main} id="content" tabIndex={-1} aria-busy={isLoading}>
        <div inert={isCovered}>
          <Notices />
        </div>
        <FullScreenContext value={fullScreen}>
          <TakenPhotoContext value={takenPhoto}>
            <Outlet />
          </TakenPhotoContext>
        </FullScreenContext>
      </main>
      {hasGrant(role, 'panel:follow') && <LiveUpdates />}
      {/* The buttons of forms and dialogs are at the bottom of a phone. */}
      <Notifications position={isPhone ? 'top-center' : 'bottom-right'} containerWidth={380} />
      <Commands open={openDialog} onOpen={setOpenDialog} screens={open} />
      <ScrollRestoration />
    </div>
  );
}

function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}

/** Its code is loaded only if it is shown. */
function Notices() {
  const { data } = trpc.account.passwordNotice.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  if (!data?.is_shown) return null;
  return <PasswordNotice />;
}

function Sidebar({ items, onSearch, children }: SidebarProps & { children?: ReactNode }) {
  return (
    <div className={classes.panel}>
      <Box pt="sm" pb="lg" px={8}>
        <Logo />
      </Box>
      <UnstyledButton className={classes.search} onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={17} stroke={1.6} aria-hidden="true" />
        Search
        <ShortcutKeys keys="mod+K" />
      </UnstyledButton>
      <Navigation items={items} />
      {children}
      <AccountMenu />
    </div>
  );
}

interface NavigationProps {
  items: readonly NavigationItem[];
}

interface SidebarProps extends NavigationProps {
  onSearch: () => void;
}

function Navigation({ items }: NavigationProps) {
  const listed = items.filter(({ nav }) => nav === 'main');
  return (
    <nav className={classes.navigation} aria-label="Panel">
      <ul className={classes.list}>
        {listed.map(({ path, title, icon: Icon, isOff }) => (
          <li key={path}>
            <NavLink to={path} className={classes.link!} data-off={isOff}>
              <Icon size={19} stroke={1.6} aria-hidden="true" />
              {title}
              {isOff && <span className={classes.off}>off</span>}
              {path === paths.inbox && <UnreadBadge />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The first ones that the role may open. */
const screensInBottomBar = 3;

interface MobileHeaderProps extends SidebarProps {
  onPhoto: (photo: File) => void;
  isCovered: boolean;
}

function MobileHeader({ items, onSearch, onPhoto, isCovered }: MobileHeaderProps) {
  const { role } = useCurrentUser();
  const navigate = useNavigate();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the drawer
  useEffect(close, [pathname]);
  const isPhone = useIsPhone();
  return (
    <nav className={classes.phoneBar} aria-label="Menu" inert={isCovered}>
      <ActionIcon
        className={classes.menuAtTop!}
        variant="subtle"
        size={44}
        aria-label="Menu"
        aria-expanded={isOpen}
        onClick={open}
      >
        <IconMenu2 size={22} stroke={1.6} />
      </ActionIcon>
      <Logo />
      {isPhone && (
        <div className={classes.bottomBar} data-covered={isOpen || undefined}>
          {items
            .filter(({ nav }) => nav === 'main')
            .slice(0, screensInBottomBar)
            .map(({ path, title, icon: Icon, isOff }) => (
              <NavLink key={path} to={path} className={classes.bottomItem!} data-off={isOff}>
                <Icon size={22} stroke={1.6} aria-hidden="true" />
                <span className={classes.bottomWords}>{title}</span>
                {path === paths.inbox && <UnreadBadge />}
              </NavLink>
            ))}
          <UnstyledButton className={classes.bottomItem} onClick={onSearch}>
            <IconSearch size={22} stroke={1.6} aria-hidden="true" />
            <span className={classes.bottomWords}>Search</span>
          </UnstyledButton>
          <UnstyledButton className={classes.bottomItem} aria-expanded={isOpen} onClick={open}>
            <IconMenu2 size={22} stroke={1.6} aria-hidden="true" />
            <span className={classes.bottomWords}>Menu</span>
          </UnstyledButton>
        </div>
      )}
      <SideDialog
        opened={isOpen}
        onClose={close}
        size={280}
        padding={0}
        title="Menu"
        classNames={{ content: classes.drawer, header: classes.drawerHeader, body: classes.drawerBody }}
      >
        <Sidebar
          items={items}
          onSearch={() => {
            close();
            onSearch();
          }}
        >
          {isPhone && hasGrant(role, 'blog:manage') && (
            <PhotoButton
              onPhoto={(photo) => {
                close();
                onPhoto(photo);
                void navigate(photoFormPath);
              }}
            />
          )}
        </Sidebar>
      </SideDialog>
    </nav>
  );
}

/** A file input of its own, because the part of the library for it would weigh on every first screen. */
function PhotoButton({ onPhoto }: { onPhoto: (photo: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label="Photo for a post"
        onClick={({ currentTarget }) => {
          currentTarget.value = '';
        }}
        onChange={({ currentTarget: { files } }) => files?.[0] && onPhoto(files[0])}
      />
      <UnstyledButton className={classes.link} onClick={() => input.current?.click()}>
        <IconCamera size={19} stroke={1.6} aria-hidden="true" />
        Photo for a post
      </UnstyledButton>
    </>
  );
}

const PasswordNotice = lazyPart({
  name: 'a notice about your password',
  load: async () => (await import('./weak-password-notice.tsx')).WeakPasswordNotice,
});
const CommandPalette = lazyDialog({
  name: 'the search',
  load: async () => (await import('./command-palette.tsx')).CommandPalette,
  onClose: ({ onClose }) => onClose(),
});
const ShortcutsModal = lazyDialog({
  name: 'the shortcuts',
  load: async () => (await import('./shortcuts-modal.tsx')).ShortcutsModal,
  onClose: ({ onClose }) => onClose(),
});

type CommandDialog = 'palette' | 'shortcuts';

interface CommandsProps {
  open: CommandDialog | undefined;
  onOpen: (dialog: CommandDialog | undefined) => void;
  screens: readonly NavigationItem[];
}

function Commands({ open, onOpen, screens }: CommandsProps) {
  const onClose = () => onOpen(undefined);
  const askLogout = useAskLogout();
  return (
    <>
      {open === 'palette' && (
        <CommandPalette
          onClose={onClose}
          screens={screens}
          onLogout={askLogout}
          onShowShortcuts={() => onOpen('shortcuts')}
        />
      )}
      {open === 'shortcuts' && <ShortcutsModal onClose={onClose} />}
    </>
  );
}
