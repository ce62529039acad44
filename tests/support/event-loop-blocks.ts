/** Measures how long this thread blocks its event loop, in milliseconds of CPU time. */
export interface LoopBlockRecorder {
  /** Runs `act`. `longestMs` is the longest time in which no other work of the thread could run. */
  during<T>(act: () => Promise<T>): Promise<{ result: T; longestMs: number }>;
  stop(): void;
}

/**
 * Starts sampling the event loop. The CPU time between two samples is a time in which no other work could
 * run.
 */
export function recordLoopBlocks(): LoopBlockRecorder {
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
