import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** The present moment, told anew every minute and when a hidden tab is looked at again. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const tell = () => {
      if (!document.hidden) setNow(new Date());
    };
    const timer = setInterval(tell, minuteMs);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, []);
  return now;
}
