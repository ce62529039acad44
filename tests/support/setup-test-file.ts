import fc from 'fast-check';
import { afterEach, vi } from 'vitest';
import { seed } from './random.ts';

fc.configureGlobal({ seed });
// Files in one worker share its clock, so a test that fails must not leave a stopped one.
afterEach(() => void vi.useRealTimers());
