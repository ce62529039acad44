import type { RefObject } from 'react';
import { useShortcuts } from '../../core/use-shortcuts.ts';

interface SendKeys {
  /** Contains the form that has the focus. */
  area: RefObject<HTMLElement | null>;
  /** Of the keys, for the list of shortcuts. */
  labels: { send: string; finish: string };
  submit: () => Promise<boolean>;
  /** Called after a submission by Ctrl+Shift+Enter. */
  onFinish: () => void;
}

/** Ctrl+Enter submits the form of a message in which the person writes. */
export function useSendKeys({ area, labels, submit, onFinish }: SendKeys): void {
  const isWriting = () => area.current?.contains(document.activeElement) ?? false;
  const bind = (then: () => void) => (event: KeyboardEvent) => {
    if (!isWriting()) return false;
    if (event.repeat) return;
    void submit().then((isStored) => isStored && then());
  };
  useShortcuts([
    { keys: 'mod+Enter', label: labels.send, run: bind(() => {}) },
    { keys: 'mod+shift+Enter', label: labels.finish, run: bind(onFinish) },
  ]);
}
