import { createContext } from 'react';

export interface Shortcut {
  /** The keys in the notation of Mantine's `useHotkeys`, for example `mod+S`, `n` or `shift+?`. */
  keys: string;
  /** In the list of shortcuts, for example 'Save'. */
  label: string;
  /** `false` leaves the event to another component with the same keys. */
  run: (event: KeyboardEvent) => unknown;
}

interface Registered {
  current: readonly Shortcut[];
}

export interface ShortcutRegistry {
  list(): readonly Shortcut[];
  /** Returns a function that removes them. */
  add(shortcuts: Registered): () => void;
  areSingleKeysOn(): boolean;
  switchSingleKeys(areOn: boolean): void;
}

const settingKey = 'admin_single_keys';

/** `settings` stores whether single-key shortcuts are on. Dictated text may trigger them. */
export function createShortcuts(settings: Pick<Storage, 'getItem' | 'setItem'>): ShortcutRegistry {
  const groups = new Set<Registered>();
  return {
    list: () => [...groups].flatMap(({ current }) => current),
    add: (shortcuts) => {
      groups.add(shortcuts);
      return () => void groups.delete(shortcuts);
    },
    areSingleKeysOn: () => settings.getItem(settingKey) !== 'off',
    switchSingleKeys: (areOn) => settings.setItem(settingKey, areOn ? 'on' : 'off'),
  };
}

export const ShortcutsContext = createContext<ShortcutRegistry | null>(null);
