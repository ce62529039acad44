import { useEffect, useState } from 'react';

const lateMs = 200;

/** Returns true after `isWaiting` has lasted 200 ms. Faster answers need no skeleton. */
export function useDelayedFlag(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isLate;
}
