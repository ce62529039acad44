import { flushSync } from 'react-dom';

/** Reports the editor's HTML: the first change and urgent ones at once, others after a pause in typing. */
export interface DebouncedOutput {
  changed(isUrgent: boolean): void;
  flush(): void;
}

const restMs = 300;

/** Debounced, because serializing a long text takes 10 ms, too long for each key press. */
export function createDebouncedOutput(read: () => string, report: (html: string) => void): DebouncedOutput {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    report(read());
  };
  return {
    changed: (isUrgent) => {
      // The form must count as changed at once, in case the person leaves the page.
      if (isFirst || isUrgent) {
        isFirst = false;
        send();
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(send, restMs);
    },
    flush: () => {
      if (timer !== undefined) flushSync(send);
    },
  };
}
