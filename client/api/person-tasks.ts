/** `change` reports a file that was chosen in the browser's dialog. */
const personEvents = ['keydown', 'pointerdown', 'pointerup', 'click', 'input', 'change', 'drop'];

export interface PersonTasks {
  isPersons(): boolean;
  /** The rest of the running task belongs to the person. */
  begin(): void;
  /** Waits within an act of the person for something else than a call, such as a file. What follows is the person's too. */
  follow<T>(waiting: Promise<T>): Promise<T>;
  watch(): () => void;
}

/**
 * A task belongs to the person if a key, a click or a touch has started it, or the answer to a call of the person. The
 * first calls of a document belong to the person too, because the person has opened the document.
 */
export function createPersonTasks(): PersonTasks {
  let isRunning = false;
  let end: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    isRunning = true;
    clearTimeout(end);
    end = setTimeout(() => {
      isRunning = false;
    });
  };
  return {
    begin,
    follow: (waiting) => {
      const isPersons = isRunning;
      return waiting.finally(() => isPersons && begin());
    },
    isPersons: () => {
      if (!end) begin();
      return isRunning;
    },
    watch: () => {
      const watching = new AbortController();
      const options = { capture: true, signal: watching.signal };
      for (const type of personEvents) addEventListener(type, begin, options);
      return () => watching.abort();
    },
  };
}
