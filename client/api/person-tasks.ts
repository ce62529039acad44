import { createContext, use } from 'react';

/** Keys, clicks and touches, and what they end in: `change` reports a file that was chosen in the browser's dialog. */
const personEvents = ['keydown', 'pointerdown', 'pointerup', 'click', 'input', 'change', 'drop'];

/** Tells which tasks of this document belong to the person. */
export interface PersonTasks {
  isPersons(): boolean;
  /** The rest of the running task belongs to the person. */
  begin(): void;
  /** Waits within an act of the person for something else than a call, such as a file. What follows is the person's too. */
  follow<T>(waiting: Promise<T>): Promise<T>;
  /** Watches for the events of the person. Returns a function that ends this. */
  watch(): () => void;
}

export const PersonTasksContext = createContext<PersonTasks | null>(null);

/** @throws {Error} when the component is not inside `AdminProviders` */
export function usePersonTasks(): PersonTasks {
  const tasks = use(PersonTasksContext);
  if (!tasks) throw new Error('usePersonTasks needs the panel around it');
  return tasks;
}

/**
 * A task belongs to the person if a key, a click or a touch has started it, or the answer to a call of the person. The
 * first calls of a document belong to the person too, because the person has opened the document.
 */
export function createPersonTasks(): PersonTasks {
  let isOpening = true;
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
    follow: async (waiting) => {
      const isPersons = isRunning;
      try {
        return await waiting;
      } finally {
        if (isPersons) begin();
      }
    },
    isPersons: () => {
      if (isOpening) begin();
      isOpening = false;
      return isRunning;
    },
    watch: () => {
      for (const type of personEvents) window.addEventListener(type, begin, { capture: true });
      return () => {
        for (const type of personEvents) window.removeEventListener(type, begin, { capture: true });
      };
    },
  };
}
