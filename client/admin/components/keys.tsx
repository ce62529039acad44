import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import rows from './rows.module.css';

/** The keys of a shortcut by their names on this keyboard: Ctrl, or ⌘ on a Mac. */
export function Keys({ keys }: { keys: string }) {
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  // These signs themselves need the key.
  const names = keys.replace(/^shift\+(?=[?#])/, '').split('+');
  return (
    <span>
      {names.map((key) => (
        <Fragment key={key}>
          {/* A screen reader would say the keys as one word. */}{' '}
          <Kbd size="xs">{key === 'mod' ? (isApple ? '⌘' : 'Ctrl') : key}</Kbd>
        </Fragment>
      ))}
    </span>
  );
}

interface KeyListProps {
  shortcuts: readonly { keys: string; label: string }[];
}

/** Keyboards differ in whether a sign needs Shift, so it is registered with and without it. */
function isFirst({ label }: { label: string }, index: number, all: readonly { label: string }[]): boolean {
  return all.findIndex((one) => one.label === label) === index;
}

/** Shortcuts, each with what it does. */
export function KeyList({ shortcuts }: KeyListProps) {
  return (
    <dl className={rows.keys}>
      {shortcuts.filter(isFirst).map(({ keys, label }) => (
        <div key={keys}>
          <dt>{label}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
