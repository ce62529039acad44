import { flushSync } from 'react-dom';

/**
 * A debounced report of the editor's HTML. `changed` reports the first change and an urgent change at once,
 * and every other change after a pause in typing. `flush` sends a pending report at once.
 */
export interface DebouncedOutput {
  changed(isUrgent: boolean): void;
  flush(): void;
}

const restMs = 300;

/**
 * Creates the output of an editor. `read` returns the HTML, and `report` receives the HTML. Reports are
 * debounced, because serializing a long text takes 10 ms, which is too long after each key press.
 */
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
      // After the first change, the form must already count as changed when the person leaves the page.
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
