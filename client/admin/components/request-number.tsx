import classes from './quiet-failure.module.css';

/** The id of a request in the server log. */
export function RequestId({ id }: { id: string | undefined }) {
  if (!id) return null;
  return (
    <span className={classes.request}>
      Request <code>{id}</code>
    </span>
  );
}
