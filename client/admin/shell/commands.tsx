import { lazy, Suspense } from 'react';
import type { NavigationItem } from '../core/navigation.ts';
import { LogoutDialog } from './logout.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const ShortcutsModal = lazy(async () => ({
  default: (await import('./shortcuts-modal.tsx')).ShortcutsModal,
}));

export type CommandDialog = 'palette' | 'shortcuts' | 'logout';

interface CommandsProps {
  open: CommandDialog | undefined;
  onOpen: (dialog: CommandDialog | undefined) => void;
  screens: readonly NavigationItem[];
}

/** The dialogs behind the shortcuts of every screen. Each is loaded when it is first opened. */
export function Commands({ open, onOpen, screens }: CommandsProps) {
  const onClose = () => onOpen(undefined);
  return (
    <Suspense>
      {open === 'palette' && (
        <CommandPalette
          onClose={onClose}
          screens={screens}
          onLogout={() => onOpen('logout')}
          onShowShortcuts={() => onOpen('shortcuts')}
        />
      )}
      {open === 'shortcuts' && <ShortcutsModal onClose={onClose} />}
      <LogoutDialog isOpen={open === 'logout'} onClose={onClose} />
    </Suspense>
  );
}
