import { Button, Input } from '@mantine/core';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { TagList } from '../components/tag-list.tsx';
import classes from './fields.module.css';

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
        <TagList entries={chips.entries} onRemove={(entry) => act(() => chips.remove(entry))} />
      </div>
    </Input.Wrapper>
  );
}

/** The state of a chips field. */
interface TagsValue {
  entries: readonly string[];
  /** The text in the input that is not added yet. */
  pending: string;
  /** A message about the last attempt to add, or `''`. */
  remark: string;
  write(text: string): void;
  /** Adds the pending text, trimmed. Ignores empty and existing texts. */
  add(): void;
  remove(entry: string): void;
}

interface TagsOptions {
  entries: readonly string[];
  pending: string;
  onChange: (entries: string[], pending: string) => void;
}

/** Returns the state and actions of a chips field. The form stores the texts. */
export function useTags({ entries, pending, onChange }: TagsOptions): TagsValue {
  const [remark, setRemark] = useState('');
  return {
    entries,
    pending,
    remark,
    write: (text) => {
      onChange([...entries], text);
      setRemark('');
    },
    add: () => {
      const isThere = entries.includes(pending.trim());
      setRemark(isThere ? `"${pending.trim()}" has already been added.` : '');
      onChange(withPendingTag(entries, pending), '');
    },
    remove: (entry) => {
      onChange(
        entries.filter((other) => other !== entry),
        pending,
      );
      setRemark('');
    },
  };
}

/** Returns the list with the pending text added, so that a save does not lose it. */
export function withPendingTag(entries: readonly string[], pending: string): string[] {
  return [...new Set([...entries, pending.trim()])].filter(Boolean);
}
