import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import rows from './rows.module.css';

/**
 * The keys of a shortcut, with the names of this computer's keyboard. For example, `mod` is ⌘ on Apple
 * devices and Ctrl elsewhere.
 */
export function ShortcutKeys({ keys }: { keys: string }) {
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  // Shift is left out before `?` and `#`, because people press Shift for these characters anyway if their
  // keyboard requires Shift.
  const names = keys.replace(/^shift\+(?=[?#])/, '').split('+');
  return (
    <span>
      {names.map((key) => (
        <Fragment key={key}>
          {/* Without this space between the keys, a screen reader would read the keys as one word. */}{' '}
          <Kbd size="xs">{key === 'mod' ? (isApple ? '⌘' : 'Ctrl') : key}</Kbd>
        </Fragment>
      ))}
    </span>
  );
}

interface KeyListProps {
  shortcuts: readonly { keys: string; label: string }[];
}

/**
 * Returns whether a shortcut is the first with its label. Keyboards differ in whether a character such as `?` needs
 * Shift. A shortcut with such a character is registered with and without Shift, but shown only once.
 */
function isFirst({ label }: { label: string }, index: number, all: readonly { label: string }[]): boolean {
  return all.findIndex((one) => one.label === label) === index;
}

/** A list of shortcuts, each with its label and its keys. */
export function ShortcutKeyList({ shortcuts }: KeyListProps) {
  return (
    <dl className={rows.keys}>
      {shortcuts.filter(isFirst).map(({ keys, label }) => (
        <div key={keys}>
          <dt>{label}</dt>
          <dd>
            <ShortcutKeys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
