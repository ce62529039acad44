import { writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// The measured server loads this file before its own code. It measures the delay of the event loop after
// SIGUSR2. The processes that scale pictures load the file too, but print nothing.
if (!process.send) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  process.on('SIGUSR2', () => {
    delay.reset();
    delay.enable();
  });
  process.on('exit', () => writeSync(2, `loop delay p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms\n`));
}
