import { useEffect, useState } from 'react';

const lateMs = 200;

/** True once `isWaiting` has lasted for 200 ms: what comes faster needs no skeleton. */
export function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isLate;
}
