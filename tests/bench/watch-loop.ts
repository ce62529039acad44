import { writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into the measured server before its own code: from SIGUSR2 on it watches how late the event loop is, and says
// so at the end. The processes that work on pictures load it too, and have nothing to say.
if (!process.send) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  process.on('SIGUSR2', () => {
    delay.reset();
    delay.enable();
  });
  process.on('exit', () => writeSync(2, `loop delay p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms\n`));
}
