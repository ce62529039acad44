import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { use, useEffect, useRef } from 'react';
import { useIsTopmost } from './open-dialogs.ts';
import { type Shortcut, type ShortcutRegistry, ShortcutsContext } from './shortcuts.ts';

/** Events that a shortcut has left to others by returning `false`, although their default action is prevented. */
const passed = new WeakSet<KeyboardEvent>();

export function useShortcutRegistry(): ShortcutRegistry {
  const shortcuts = use(ShortcutsContext);
  if (!shortcuts) throw new Error('useShortcutList needs the panel around it');
  return shortcuts;
}

/**
 * Shortcuts with Ctrl, Cmd or Alt work everywhere. Single keys work outside of input fields and below no
 * dialog, unless the person has switched them off.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useShortcutRegistry();
  const isTopmost = useIsTopmost();
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => registry.add(latest), [registry]);
  const isSingle = ({ keys }: Shortcut) => !/(mod|ctrl|alt)\+/i.test(keys);
  const bind = (one: Shortcut): HotkeyItem => [
    one.keys,
    (event) => {
      // Ignores a key that the text editor has handled as its own shortcut, such as Ctrl+K for a link.
      if (event.defaultPrevented && !passed.has(event)) return;
      const isBlocked = () => !registry.areSingleKeysOn() || !isTopmost();
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
