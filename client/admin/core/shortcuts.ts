import { createContext } from 'react';

/** A keyboard shortcut of the current screen. */
export interface Shortcut {
  /** The keys in the notation of Mantine's `useHotkeys`, for example `mod+S`, `n` or `shift+?`. */
  keys: string;
  /** The text for the shortcut in the list of shortcuts, for example 'Save'. */
  label: string;
  /** Performs the action. Returns `false` if another component with the same keys should handle the event instead. */
  run: (event: KeyboardEvent) => unknown;
}

interface Registered {
  current: readonly Shortcut[];
}

/** The shortcuts of all mounted components, and the setting that switches single-key shortcuts on or off. */
export interface ShortcutRegistry {
  list(): readonly Shortcut[];
  /** Registers the shortcuts of a component. Returns a function that removes these shortcuts. */
  add(shortcuts: Registered): () => void;
  areSingleKeysOn(): boolean;
  switchSingleKeys(areOn: boolean): void;
}

const settingKey = 'admin_single_keys';

/**
 * Creates the registry of shortcuts. `settings` stores whether single-key shortcuts are on. People who dictate text can
 * switch these shortcuts off, because dictated text may trigger them.
 */
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
