import IconPlus from 'icon:plus';
import { Button, Input, UnstyledButton } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { TagList } from '../components/tag-list.tsx';
import classes from './fields.module.css';
import { linesOfList } from './string-list-input.tsx';

interface TagsInputProps {
  label: string;
  chips: TagsValue;
  /** The error message. `true` marks the field as invalid without a message. */
  error?: string | boolean | undefined;
}

const shownProposals = 10;

/**
 * A field for a list of short texts. Enter or the Add button adds a text, and each text has a button that
 * removes it.
 */
export function TagsInput({ label, chips, error }: TagsInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const act = (change: () => void) => {
    change();
    input.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    // Ignores Enter while an input method composes a character, because Enter then confirms the character.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    chips.add();
  };
  const addPasted = (event: ClipboardEvent) => {
    const lines = linesOfList(event.clipboardData.getData('text/plain'));
    if (lines.length < 2) return;
    event.preventDefault();
    chips.addAll(lines);
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
          {...(chips.proposals.length > 0 && { list: `${id}-proposals` })}
          aria-describedby={typeof error === 'string' ? `${id}-error` : undefined}
          onChange={(event) => chips.write(event.currentTarget.value)}
          onKeyDown={addOnEnter}
          onPaste={addPasted}
        />
        <Button variant="default" onClick={() => act(chips.add)}>
          Add
        </Button>
      </div>
      <Proposals id={`${id}-proposals`} texts={chips.proposals} />
      <p className={classes.remark} role="status">
        {chips.remark}
      </p>
      <div className={classes.chips}>
        <TagList entries={chips.entries} onRemove={(entry) => act(() => chips.remove(entry))} />
      </div>
      {chips.proposals.length > 0 && (
        <ul className={classes.proposals} aria-label={`Often used ${label.toLowerCase()}`}>
          {chips.proposals.slice(0, shownProposals).map((text) => (
            <li key={text}>
              <UnstyledButton
                className={classes.proposal}
                aria-label={`Add ${text}`}
                onClick={() => act(() => chips.take(text))}
              >
                <IconPlus size={14} stroke={1.8} aria-hidden="true" />
                {text}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Input.Wrapper>
  );
}

/**
 * The texts that the browser suggests for an input. The input refers to the suggestions with its `list`
 * attribute.
 */
export function Proposals({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}

/** The state and the actions of a tags field. */
interface TagsValue {
  entries: readonly string[];
  /** The text in the input, which is not part of the list yet. */
  pending: string;
  /** A message about the last attempt to add a text, or `''`. */
  remark: string;
  /** Suggested texts that the list does not contain yet. The most useful text is the first. */
  proposals: readonly string[];
  write(text: string): void;
  /** Adds the pending text, trimmed. Ignores empty and existing texts. */
  add(): void;
  /** Adds the lines of a pasted list. */
  addAll(texts: readonly string[]): void;
  /** Adds one of the proposals. */
  take(text: string): void;
  remove(entry: string): void;
}

interface TagsOptions {
  entries: readonly string[];
  pending: string;
  proposals?: readonly string[] | undefined;
  onChange: (entries: string[], pending: string) => void;
}

/** Returns the state and the actions of a tags field. `onChange` stores the texts in the form. */
export function useTagsField({ entries, pending, proposals = [], onChange }: TagsOptions): TagsValue {
  const [remark, setRemark] = useState('');
  // The existing spelling of a tag, because posts with another spelling would not be listed under the same tag.
  const knownSpelling = (text: string) => proposals.find((proposal) => isSameTag(proposal, text)) ?? text;
  return {
    entries,
    pending,
    remark,
    proposals: proposals.filter((proposal) => !entries.includes(proposal)),
    take: (text) => {
      onChange([...entries, text], pending);
      setRemark('');
    },
    write: (text) => {
      onChange([...entries], text);
      setRemark('');
    },
    add: () => {
      const text = pending.trim();
      const known = knownSpelling(text);
      setRemark(entries.includes(known) ? `"${known}" has already been added.` : '');
      onChange(withPendingTag(entries, known), '');
    },
    addAll: (texts) => {
      onChange([...new Set([...entries, ...texts.map(knownSpelling)])], pending);
      setRemark(`${texts.length} entries pasted`);
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

function isSameTag(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0;
}

/**
 * Returns the list with the pending text added, so that a save does not lose this text. Empty and repeated
 * texts are left out.
 */
export function withPendingTag(entries: readonly string[], pending: string): string[] {
  return [...new Set([...entries, pending.trim()])].filter(Boolean);
}
