import { Kbd } from '@mantine/core';

/** The keys of a shortcut by their names on this keyboard: Ctrl, or ⌘ on a Mac. */
export function Keys({ keys }: { keys: string }) {
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  // The question mark itself needs the key.
  const names = keys.replace(/^shift\+(?=\?)/, '').split('+');
  return (
    <span>
      {names.map((key) => (
        <Kbd key={key} size="xs" ml={4}>
          {key === 'mod' ? (isApple ? '⌘' : 'Ctrl') : key}
        </Kbd>
      ))}
    </span>
  );
}
