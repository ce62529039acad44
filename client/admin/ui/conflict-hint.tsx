import { useLocation } from 'react-router-dom';

/** What to do when somebody else's save came first. */
export function ConflictHint() {
  const { pathname } = useLocation();
  return (
    <>
      Everything you typed is still here.{' '}
      <a href={pathname} target="_blank" rel="noreferrer">
        Open the stored version in a new tab
      </a>{' '}
      to compare, then take over there what you want to keep.
    </>
  );
}
