import { createContext } from 'react';

/** A keyboard shortcut of the current screen. */
export interface Shortcut {
  /** The keys by their names in Mantine's hotkeys, for example `mod+S`, `n` or `shift+?`. */
  keys: string;
  /** What the keys do, as the list of shortcuts shows it, for example 'Save'. */
  label: string;
  /** Returns `false` to leave the event to another component with the same keys. */
  run: (event: KeyboardEvent) => unknown;
}

interface Registered {
  current: readonly Shortcut[];
}

/** The registry of the shortcuts of mounted components, and the setting that switches shortcuts of a single key on or off. */
export interface ShortcutRegistry {
  list(): readonly Shortcut[];
  /** Registers the shortcuts of a component. Returns a function that removes them. */
  add(shortcuts: Registered): () => void;
  areSingleKeysOn(): boolean;
  switchSingleKeys(areOn: boolean): void;
}

const settingKey = 'admin_single_keys';

/** Creates the registry. Single keys can be switched off, because dictated text may trigger them. */
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
