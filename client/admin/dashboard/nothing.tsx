import classes from './section.module.css';

/** The words of a part of the dashboard that has nothing to show. */
export function Nothing({ words }: { words: string }) {
  return <p className={classes.nothing}>{words}</p>;
}
