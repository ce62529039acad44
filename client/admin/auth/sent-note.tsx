import { useEffect, useRef } from 'react';
import classes from './password.module.css';

/**
 * The server's answer, which is the same for every address. It takes the focus so that a screen reader reads
 * it.
 */
export function SentNote({ text }: { text: string }) {
  const note = useRef<HTMLSpanElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <span ref={note} tabIndex={-1} className={classes.sent}>
      {text}
    </span>
  );
}
