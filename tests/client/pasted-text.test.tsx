import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { htmlOf } from '../../client/admin/writing/html.ts';
import { cleanHtml } from '../../src/shared/writing/clean.ts';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import type { Editor } from '@tiptap/react';

preparePanelTests();

// jsdom draws nothing, so that the editor has nothing to measure.
beforeEach(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  document.elementFromPoint = () => null;
  vi.stubGlobal('ClipboardEvent', class extends Event {});
});

async function openEditor(): Promise<Editor> {
  fakeServer({});
  openPanel('/admin/blog-posts/new', 'admin');
  const content = await screen.findByLabelText('Content');
  return (content as HTMLElement & { editor: Editor }).editor;
}

/** Pastes into the empty editor, and returns the text that the server then stores. */
function storedAfterPaste(editor: Editor, clipboard: Record<string, string>): string {
  editor.commands.clearContent();
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const getData = (type: string) => clipboard[type] ?? '';
  Object.assign(event, { clipboardData: { getData, files: [], types: Object.keys(clipboard) } });
  editor.view.dom.dispatchEvent(event);
  const cleaned = cleanHtml(htmlOf(editor.state.doc));
  return 'html' in cleaned ? cleaned.html : cleaned.problem;
}

it('a paste keeps each letter of what only looks like Markdown', async () => {
  const editor = await openEditor();
  for (const words of [
    'area = 3.14 * r ** 2 * h',
    'a **bold** b and *slanted* c',
    'snake_case_name and __init__',
    '~~gone~~ and `code` here',
    '## No heading',
    '- no list',
    '1. no list',
    '> no quote',
    '```',
    '---',
  ]) {
    const html = `<p>${words.replaceAll('>', '&gt;')}</p>`;
    expect(storedAfterPaste(editor, { 'text/html': html }), words).toBe(html);
    expect(storedAfterPaste(editor, { 'text/plain': words }), words).toBe(html);
  }
});
