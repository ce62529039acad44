import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { createContext, use, useEffect, useRef } from 'react';

/** A keyboard shortcut of the current screen. */
export interface Shortcut {
  /** The keys as Mantine's hotkeys name them: `mod+S`, `n`, `shift+?`. */
  keys: string;
  /** What the keys do, for the list of shortcuts: 'Save'. */
  label: string;
  /** Returns `false` to leave the event to another component with the same keys. */
  run: (event: KeyboardEvent) => unknown;
}

interface Registered {
  current: readonly Shortcut[];
}

/** The shortcuts of the mounted components, and whether single keys are switched on. */
export interface Shortcuts {
  list(): readonly Shortcut[];
  /** Registers the shortcuts of a component. Returns a function that removes them. */
  add(shortcuts: Registered): () => void;
  areSingleKeysOn(): boolean;
  switchSingleKeys(areOn: boolean): void;
}

/** Events whose default is prevented and that no component has handled yet. */
const passed = new WeakSet<KeyboardEvent>();

const settingKey = 'admin_single_keys';

/** Creates the registry. Single keys can be switched off, because they disturb people who dictate. */
export function createShortcuts(settings: Pick<Storage, 'getItem' | 'setItem'>): Shortcuts {
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

export const ShortcutsContext = createContext<Shortcuts | null>(null);

export function useShortcutList(): Shortcuts {
  const shortcuts = use(ShortcutsContext);
  if (!shortcuts) throw new Error('useShortcutList needs the panel around it');
  return shortcuts;
}

/**
 * Registers shortcuts while the component is mounted. Keys with Ctrl or Cmd act everywhere. Single keys act only outside
 * of fields and while no dialog is open.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useShortcutList();
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => registry.add(latest), [registry]);
  const isSingle = ({ keys }: Shortcut) => !/(mod|ctrl|alt)\+/i.test(keys);
  const bind = (one: Shortcut): HotkeyItem => [
    one.keys,
    (event) => {
      // The text editor has shortcuts of its own, such as Ctrl+K for a link.
      if (event.defaultPrevented && !passed.has(event)) return;
      const isBlocked = () => !registry.areSingleKeysOn() || document.querySelector('[aria-modal="true"]');
      if (isSingle(one) && (event.repeat || isBlocked())) return;
      event.preventDefault();
      if (one.run(event) === false) passed.add(event);
      else passed.delete(event);
    },
    { preventDefault: false },
  ];
  useHotkeys(shortcuts.filter(isSingle).map(bind));
  useHotkeys(shortcuts.filter((one) => !isSingle(one)).map(bind), [], true);
}
