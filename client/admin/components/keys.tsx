import classes from './components.module.css';

/** The keys of a shortcut by their names on this keyboard: Ctrl, or ⌘ on a Mac. */
export function Keys({ keys }: { keys: string }) {
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const names = keys.split('+').filter((key) => key !== 'shift');
  return (
    <span className={classes.keys}>
      {names.map((key) => (
        <kbd key={key}>{key === 'mod' ? (isApple ? '⌘' : 'Ctrl') : key}</kbd>
      ))}
    </span>
  );
}
