import fc from 'fast-check';
import { afterAll, afterEach, vi } from 'vitest';
import { seed } from './random.ts';

fc.configureGlobal({ seed });
// Restores the real clock after each test. The files of a worker share the clock, so a failed test must not
// leave a fake clock.
afterEach(() => void vi.useRealTimers());
// They share the document too.
afterAll(() => globalThis.document?.body.replaceChildren());
