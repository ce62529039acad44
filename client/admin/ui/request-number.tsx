import classes from './quiet-failure.module.css';

/** The number under which the server's log knows a request. */
export function RequestNumber({ id }: { id: string | undefined }) {
  if (!id) return null;
  return (
    <span className={classes.request}>
      Request <code>{id}</code>
    </span>
  );
}
