import IconPlus from 'icon:plus';
import { Button, Input } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useId } from 'react';
import { describedBy, type EntryTools, OrderedList } from '../components/ordered-list.tsx';
import ordered from '../components/ordered-list.module.css';
import classes from './fields.module.css';

interface StringListInputProps {
  /** For example 'Requirements'. */
  legend: string;
  /** The name of one entry, to which its number is added. For example, 'Requirement' becomes 'Requirement 2'. */
  noun: string;
  entries: readonly string[];
  error?: string | undefined;
  onChange: (entries: string[]) => void;
}

/** A field for an ordered list of texts with at least one entry. The browser refuses empty entries. */
export function StringListInput({ legend, noun, entries, error, onChange }: StringListInputProps) {
  const lower = noun.toLowerCase();
  // The server's error does not say which entry is invalid. If some entries are empty, only these are marked.
  const hasEmpty = entries.some((text) => !text.trim());
  return (
    <OrderedList
      legend={legend}
      entries={entries}
      nameOf={(_, place) => `${lower} ${place + 1}`}
      error={error}
      min={1}
      onChange={onChange}
      footer={(add) => (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={15} stroke={1.8} />}
          onClick={() => add(() => '')}
        >
          Add {lower}
        </Button>
      )}
    >
      {(text, place, tools) => (
        <Line
          label={`${noun} ${place + 1}`}
          text={text}
          tools={tools}
          errorId={hasEmpty && text.trim() ? undefined : tools.errorId}
        />
      )}
    </OrderedList>
  );
}

interface LineProps {
  label: string;
  text: string;
  tools: EntryTools<string>;
  errorId: string | undefined;
}

function Line({ label, text, tools, errorId }: LineProps) {
  const id = useId();
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (text.trim()) tools.addBelow(() => '');
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const lines = linesOfList(event.clipboardData.getData('text/plain'));
    if (lines.length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    lines[0] = text.slice(0, selectionStart) + lines[0];
    const caret = lines.at(-1)!.length;
    lines[lines.length - 1] += text.slice(selectionEnd);
    tools.replaceBy(lines, `${lines.length} entries pasted`);
    if (document.activeElement instanceof HTMLTextAreaElement)
      document.activeElement.setSelectionRange(caret, caret);
  };
  return (
    <>
      {tools.row(
        <Input.Label htmlFor={id} className={ordered.line!}>
          {label}
        </Input.Label>,
      )}
      <Input
        component="textarea"
        rows={1}
        multiline
        id={id}
        required
        value={text}
        error={Boolean(errorId)}
        ref={describedBy(errorId)}
        mb="sm"
        classNames={{ input: classes.entriesFieldInput }}
        // An entry has one line. A pasted list becomes several entries, and any other line break becomes a space.
        onPaste={paste}
        onChange={(event) => tools.change(event.currentTarget.value.replace(/(?<!\s)\s*\n\s*/g, ' '))}
        onKeyDown={enter}
      />
    </>
  );
}

/** Returns the lines of a pasted text that are not empty, without the signs of a list before them. */
export function linesOfList(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/^\s*(?:[-*•◦▪·–]|\d+[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}
