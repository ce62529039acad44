import { Button, Input } from '@mantine/core';
import { type KeyboardEvent, useId, useRef } from 'react';
import { Chips } from '../components/tag-list.tsx';
import classes from './fields.module.css';
import type { TagsValue } from './use-chips.ts';

interface TagsInputProps {
  label: string;
  chips: TagsValue;
  /** True marks the field as wrong without a message. */
  error?: string | boolean | undefined;
}

/** A list of short texts. Enter or the button adds one, and each has a button to remove it. */
export function TagsInput({ label, chips, error }: TagsInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const act = (change: () => void) => {
    change();
    input.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    // Enter also confirms a composed character in an input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    chips.add();
  };
  return (
    <Input.Wrapper id={id} label={label} error={error}>
      <div className={classes.line}>
        <Input
          id={id}
          ref={input}
          value={chips.pending}
          error={Boolean(error)}
          autoComplete="off"
          aria-describedby={typeof error === 'string' ? `${id}-error` : undefined}
          onChange={(event) => chips.write(event.currentTarget.value)}
          onKeyDown={addOnEnter}
        />
        <Button variant="default" onClick={() => act(chips.add)}>
          Add
        </Button>
      </div>
      <p className={classes.remark} role="status">
        {chips.remark}
      </p>
      <div className={classes.chips}>
        <Chips entries={chips.entries} onRemove={(entry) => act(() => chips.remove(entry))} />
      </div>
    </Input.Wrapper>
  );
}
