import { Button } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { findWaitingPictures } from '../html.ts';
import { removeImages } from '../pictures/insert.ts';
import type { SaveDelay } from '../use-save-after-uploads.ts';
import type { DeadLink } from './outline-panel.tsx';

export interface NoticesProps {
  editor: Editor;
  pending: SaveDelay | undefined;
  notice: string;
  setNotice: (notice: string) => void;
  markdown: { format: () => Promise<void> } | undefined;
  setMarkdown: (markdown: undefined) => void;
  deadLinks: readonly DeadLink[];
  isOutlineOpen: boolean;
  onOutline: () => void;
}

export function Notices(props: NoticesProps) {
  const { editor, pending, notice, setNotice, markdown, setMarkdown } = props;
  const { deadLinks, isOutlineOpen, onOutline } = props;
  const absent = useEditorState({ editor, selector: (state) => absentIn(state.editor).length });
  return (
    <div className="writing-notices" role="status">
      {pending && <p data-problem={pending.isProblem || undefined}>{pending.message}</p>}
      {absent > 0 && (
        <p>
          {absentWords(absent)}{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => removeAbsent(editor)}>
            {absent === 1 ? 'Remove it' : 'Remove all'}
          </Button>
        </p>
      )}
      {deadLinks.length > 0 && (
        <p>
          {deadLinksWords(deadLinks)}{' '}
          {!isOutlineOpen && (
            <Button size="compact-sm" variant="subtle" onClick={onOutline}>
              Show in the outline
            </Button>
          )}
        </p>
      )}
      {notice && (
        <p>
          {notice}{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => setNotice('')}>
            Close
          </Button>
        </p>
      )}
      {markdown && (
        <p>
          This looks like Markdown.{' '}
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              setMarkdown(undefined);
              void markdown.format();
            }}
          >
            Paste as formatted text
          </Button>{' '}
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              setMarkdown(undefined);
              editor.view.focus();
            }}
          >
            Leave as it is
          </Button>
        </p>
      )}
    </div>
  );
}

/** Returns the positions of pictures that were pasted without a file. */
function absentIn({ state }: Editor): number[] {
  return findWaitingPictures(state.doc).flatMap(({ key, position, isAbsent }) =>
    isAbsent && !key ? [position] : [],
  );
}

function removeAbsent(editor: Editor): void {
  removeImages(editor.view, absentIn(editor));
  editor.view.focus();
}

function absentWords(count: number): string {
  const what = count === 1 ? 'One picture is' : `${count} pictures are`;
  return `${what} on another site. A draft may be saved like this. Before publication, choose ${count === 1 ? 'a file for it' : 'files for them'}.`;
}

function deadLinksWords([first, ...others]: readonly DeadLink[]): string {
  if (!first) return '';
  return others.length === 0
    ? `Visitors cannot open the link “${first.text}”. ${first.problem}`
    : `Visitors cannot open ${others.length + 1} links of this text.`;
}
