import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** Returns the current time. Updates every minute, and when a hidden tab becomes visible. */
export function useCurrentTime(): Date {
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
