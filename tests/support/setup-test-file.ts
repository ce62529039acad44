import fc from 'fast-check';
import { afterEach, vi } from 'vitest';
import { seed } from './random.ts';

fc.configureGlobal({ seed });
// Restarts the clock. Files in one worker share it, so a failed test must not leave it stopped.
afterEach(() => void vi.useRealTimers());
