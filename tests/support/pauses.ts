/** How long this thread was busy in one go, in milliseconds of its processor time: what else the machine does is not in it. */
export interface PauseRecord {
  /** Runs something and gives the longest time in which nothing else got its turn. */
  during<T>(act: () => Promise<T>): Promise<{ result: T; longestMs: number }>;
  stop(): void;
}

/** Watches the event loop: what a thread works between two looks is one pause for everybody else. */
export function recordPauses(): PauseRecord {
  let begin = process.threadCpuUsage();
  let longest = 0;
  const look = () => {
    const { user, system } = process.threadCpuUsage(begin);
    longest = Math.max(longest, (user + system) / 1000);
    begin = process.threadCpuUsage();
  };
  const timer = setInterval(look, 1);
  return {
    during: async (act) => {
      begin = process.threadCpuUsage();
      longest = 0;
      const result = await act();
      look();
      return { result, longestMs: longest };
    },
    stop: () => clearInterval(timer),
  };
}
