import classes from './section.module.css';

/** The text of a dashboard section without entries. */
export function Nothing({ words }: { words: string }) {
  return <p className={classes.nothing}>{words}</p>;
}
