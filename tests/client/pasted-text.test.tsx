import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { htmlOf } from '../../client/admin/writing/html.ts';
import { type CleanedText, cleanHtml } from '../../src/shared/writing/clean.ts';
import { type CleanedPost, cleanPost } from '../../src/transfer/clean-post.ts';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import { pastedTexts } from '../support/pasted-texts.ts';
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
  return cleaned(htmlOf(editor.state.doc)).html;
}

function cleaned(html: string): CleanedText {
  const result = cleanHtml(html);
  if ('problem' in result) throw new Error(result.problem);
  return result;
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

it('a text ends in the same stored text by paste, REST and import, and the author is told what cannot be kept', async () => {
  const editor = await openEditor();
  /** A text in the form in which the editor stores it: items have paragraphs, and code ends without a line break. */
  const inEditor = (html: string) => {
    editor.commands.setContent(html.replaceAll('\n</code></pre>', '</code></pre>'));
    return cleaned(htmlOf(editor.state.doc)).html;
  };
  for (const { name, html, stored, notes } of pastedTexts()) {
    const byRest = cleaned(html);
    expect(inEditor(byRest.html), `${name}, by REST`).toBe(stored);
    expect(byRest.notes.join('; '), name).toBe(notes);
    expect(inEditor((cleanPost(html) as CleanedPost).content), `${name}, by import`).toBe(stored);
    expect(storedAfterPaste(editor, { 'text/html': html }), `${name}, by paste`).toBe(stored);
    expect(cleaned(stored).html, `${name}, cleaned again`).toBe(stored);
  }
});
