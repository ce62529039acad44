import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Editor, getMarkRange } from '@tiptap/react';
import { type KeyboardEvent, useId, useState } from 'react';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { toStoredLink } from '../../../../src/shared/writing/links-and-embeds.ts';
import { trpc } from '../../../api/trpc.ts';
import { DialogForm } from '../../components/dialog.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { LazyMediaPicker } from '../../library/library-button.tsx';
import { useDeadLinks } from '../../components/use-dead-links.ts';

interface LinkDialogProps {
  editor: Editor;
  onClose: () => void;
}

export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const before = editor.getAttributes('link').href as string | undefined;
  const range = before && getMarkRange(editor.state.selection.$from, editor.schema.marks.link!);
  const isEmpty = editor.state.selection.empty && !range;
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  return (
    <AddressDialog
      title={before ? 'Change the link' : 'Link'}
      initial={before ?? ''}
      needsText={isEmpty}
      answer={before ? 'Change' : 'Add'}
      onClose={close}
      onAnswer={(href, text) => {
        onClose();
        const chain = editor.chain().focus();
        if (range) chain.setTextSelection(range);
        if (isEmpty) {
          chain.insertContent({
            type: 'text',
            text: text || href,
            marks: [{ type: 'link', attrs: { href } }],
          });
        } else chain.setLink({ href }).setTextSelection((range || editor.state.selection).to);
        chain.run();
      }}
      onRemove={
        before
          ? () => {
              onClose();
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
            }
          : undefined
      }
    />
  );
}

interface AddressDialogProps {
  title: string;
  initial: string;
  needsText: boolean;
  answer: string;
  onClose: () => void;
  onAnswer: (href: string, text: string) => void;
  onRemove?: (() => void) | undefined;
}

const minLetters = 2;
const debounceMs = 250;

/** Takes an address, a page or file of this site, or a file of the library. */
export function AddressDialog(props: AddressDialogProps) {
  const { title, initial, needsText, answer, onClose, onAnswer, onRemove } = props;
  const [address, setAddress] = useState(initial);
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(-1);
  const [isTried, setTried] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const { role } = useCurrentUser();
  const listId = useId();
  const [term] = useDebouncedValue(address.trim(), debounceMs);
  const isSearched = term.length >= minLetters && term !== initial;
  const pages = trpc.blog.links.useQuery({ query: term }, { enabled: isSearched, retry: false });
  const links = isSearched && address.trim().length >= minLetters ? (pages.data?.links ?? []) : [];
  const href = toStoredLink(address);
  const problem = useDeadLinks(toStoredLink(term) ? [toStoredLink(term)!] : [])(href ?? '');
  const finish = (to: string | undefined, usual: string) => {
    if (to) onAnswer(to, text.trim() || usual);
    else setTried(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const page = links[selected];
    const act = {
      ArrowDown: () => setSelected(Math.min(selected + 1, links.length - 1)),
      ArrowUp: () => setSelected(Math.max(selected - 1, -1)),
      Enter: page && (() => finish(page.path, page.title)),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  // If both dialogs were open, Escape would close both.
  if (isChoosing) {
    return (
      <LazyMediaPicker
        opened
        kind="file"
        onClose={() => setChoosing(false)}
        onPick={([item]) => finish(item?.file?.url, item?.name ?? '')}
      />
    );
  }
  return (
    <DialogForm
      title={title}
      saveLabel={answer}
      onSubmit={() => finish(href, '')}
      onClose={onClose}
      action={
        <Group gap="sm" mr="auto">
          {hasGrant(role, 'media:manage') && (
            <Button variant="default" onClick={() => setChoosing(true)}>
              Choose a file
            </Button>
          )}
          {onRemove && (
            <Button variant="subtle" onClick={onRemove}>
              Remove the link
            </Button>
          )}
        </Group>
      }
    >
      {needsText && (
        <TextInput
          label="Text"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      <TextInput
        data-autofocus
        label="Address or page"
        placeholder="example.org, or words of a page"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={links.length > 0}
        aria-controls={listId}
        aria-activedescendant={selected >= 0 ? `${listId}-${selected}` : undefined}
        value={address}
        error={isTried && !href && 'This is neither an address nor a page of this site.'}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setSelected(-1);
          setTried(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} className="writing-pages" role="listbox" aria-label="Pages of this site">
        {links.map((page, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys, as in a combobox
          // biome-ignore lint/a11y/useFocusableInteractive: the focus remains in the input
          <div
            key={page.path}
            id={`${listId}-${index}`}
            className="writing-option"
            role="option"
            aria-selected={index === selected}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => finish(page.path, page.title)}
          >
            <span>{page.title}</span>
            <span className="writing-hint">{page.kind}</span>
          </div>
        ))}
      </div>
      <p className="writing-opens" role="status">
        {problem
          ? `Visitors cannot open this address. ${problem}`
          : opensWords(href, isSearched && pages.isFetching, links.length)}
      </p>
    </DialogForm>
  );
}

function opensWords(href: string | undefined, isSearching: boolean, count: number): string {
  if (href) return `Opens ${href}`;
  if (isSearching) return 'Looking for pages…';
  if (count === 0) return '';
  return count === 1 ? 'One page found' : `${count} pages found`;
}
