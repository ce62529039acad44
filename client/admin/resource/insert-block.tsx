import { containsAllWords } from '../../../src/shared/fold-text.ts';
import { TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { BlocksColumn } from '../../../src/shared/column-types.ts';
import { Dialog } from '../components/dialog.tsx';
import { BlockSketch } from './block-sketches.tsx';
import classes from './insert-block.module.css';

interface InsertBlockProps {
  kinds: BlocksColumn['kinds'];
  onPick: (kind: string) => void;
  onClose: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function InsertBlock({ kinds, onPick, onClose }: InsertBlockProps) {
  const [query, setQuery] = useState('');
  const matching = Object.entries(kinds).filter(([, { label, group }]) =>
    containsAllWords(`${label} ${group}`, query.trim()),
  );
  const follow = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    // In the search field, the other arrow keys move the caret.
    if (!step || (at === 0 && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    stops[(at + step + stops.length) % stops.length]?.focus();
  };
  return (
    <Dialog
      opened
      title="Add a block"
      size="44rem"
      withCloseButton
      fullScreen={window.matchMedia('(max-width: 40rem)').matches}
      onClose={onClose}
    >
      <section aria-label="Kinds of blocks" className={classes.menu} onKeyDown={follow}>
        <TextInput
          aria-label="Find a block"
          placeholder="Find a block"
          data-autofocus
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // By default, Enter would submit the form that contains the dialog.
            event.preventDefault();
            if (query.trim() && matching[0]) onPick(matching[0][0]);
          }}
        />
        {[...Map.groupBy(matching, ([, { group }]) => group)].map(([group, entries]) => (
          <section key={group} aria-label={group}>
            <h3 className={classes.group}>{group}</h3>
            <ul className={classes.kinds}>
              {entries.map(([kind, { label }]) => (
                <li key={kind}>
                  <UnstyledButton className={classes.kind} onClick={() => onPick(kind)}>
                    <BlockSketch kind={kind} />
                    {label}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {matching.length === 0 && <p>No block is called like this.</p>}
      </section>
    </Dialog>
  );
}
